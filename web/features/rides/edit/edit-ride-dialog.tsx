import { formatCents } from '#common/money.ts';
import { EDIT_HELD_FOR, type EditQuote } from '#common/rides/edit-api.ts';
import { fareCards, formatCards } from '#common/rides/refund-cards.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { editRide, quoteEdit } from '../api/edit-actions.ts';
import { readRiderRide } from '../api/rider-actions.ts';
import { EditDialog, type Editor } from './edit-dialog.tsx';

interface EditRideDialogProps {
  ride: RiderRide;
  /** The ride can no longer be edited. */
  isOver: boolean;
  onClose: () => void;
  /** Called with the charge that must be paid before the edit takes effect. */
  onDue: (chargeId: string) => void;
}

/** Lets a rider edit their ride, pay the difference in fare or get it back. */
export function EditRideDialog({ ride, isOver, onClose, onDue }: EditRideDialogProps) {
  const editor: Editor = {
    ask: quoteEdit,
    save: async (edit, quote) => {
      const chargeId = await editRide(edit);
      if (chargeId) return onDue(chargeId);
      toast.success('Ride changed', outcome(ride, quote));
      onClose();
    },
    reread: () => readRiderRide(ride.id),
    open: 'Everything can change until a driver accepts. You pay or get back the difference in fare.',
    accepted: `${ride.driver?.firstName ?? 'Your driver'} has planned for the time and the places. To change them, cancel and book again.`,
    over: 'Your ride has moved on and can no longer be edited.',
    dueLabel: 'To pay now',
    dueButton: (sum) => `Pay ${sum}`,
    heldNote: `Your ride stays as it was until this is paid. The change is held for ${EDIT_HELD_FOR}.`,
    outcome: (quote) => outcome(ride, quote),
  };
  return <EditDialog ride={ride} editor={editor} isOver={isOver} onClose={onClose} />;
}

/** Describes the outcome of an edit: an amount due, a refund, or the same fare. */
function outcome(ride: RiderRide, { dueCents, toCardCents, toGiftCardCents }: EditQuote): string {
  if (dueCents > 0) return `${formatCents(dueCents)} to pay now`;
  const card = formatCards(fareCards(ride));
  const parts = [
    toCardCents > 0 && `${formatCents(toCardCents)} to ${card}`,
    toGiftCardCents > 0 && `${formatCents(toGiftCardCents)} to your gift card`,
  ].filter(Boolean);
  return parts.length > 0 ? `You get back ${parts.join(' and ')}` : 'Same fare';
}
