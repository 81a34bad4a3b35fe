import { formatCents } from '#common/money.ts';
import { readBoardRide } from '#common/rides/board-api.ts';
import { EDIT_HELD_FOR, type EditQuote } from '#common/rides/edit-api.ts';
import { editForRider, quoteEditForRider } from '#common/rides/for-rider-api.ts';
import { fareCards, formatCards } from '#common/rides/refund-cards.ts';
import { isEditCharge } from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { toast } from '#web/components/ui/toast.ts';
import { call } from '#web/lib/call.ts';
import { EditDialog, type Editor } from './edit-dialog.tsx';
import type { FetchEditQuote } from './use-edit-quote.ts';

interface EditForRiderDialogProps {
  ride: StaffRide;
  /** The ride can no longer be edited. */
  isOver: boolean;
  onClose: () => void;
  /** Called with the ride of each reply. */
  onRide: (ride: StaffRide) => void;
}

/** Lets staff edit a ride for its rider, who gets a payment link by email for an amount due. */
export function EditForRiderDialog({ ride, isOver, onClose, onRide }: EditForRiderDialogProps) {
  const { customerName, driver } = ride;
  const waiting = ride.charges.find((charge) => isEditCharge(charge) && charge.status === 'open');
  const editor: Editor = {
    ask,
    save: async (edit, quote) => {
      const { ride: edited, chargeId } = await call(editForRider, edit);
      onRide(edited);
      if (chargeId) toast.success('Payment link sent', `The ride changes once ${customerName} has paid.`);
      else toast.success('Ride changed', outcome(ride, quote));
      onClose();
    },
    reread: async () => onRide(await call(readBoardRide, { rideId: ride.id })),
    open: `For ${customerName}. Everything can change until a driver accepts.`,
    accepted: `For ${customerName}. ${driver?.firstName ?? 'The driver'} has planned for the time and the places. To change them, unassign the ride first.`,
    over: 'The ride has moved on and can no longer be edited.',
    dueLabel: 'To be paid',
    dueButton: (sum) => `Send link for ${sum}`,
    heldNote: `${customerName} gets a payment link by email and can pay in My Rides. The ride stays as it was until that is paid. The change is held for ${EDIT_HELD_FOR}.`,
    outcome: (quote) => outcome(ride, quote),
  };
  return (
    <EditDialog ride={ride} editor={editor} isOver={isOver} onClose={onClose}>
      {waiting && (
        <p className="text-14 text-warn">
          A change for {formatCents(waiting.amountCents)} is waiting for payment: {waiting.reason}. This one
          replaces it.
        </p>
      )}
    </EditDialog>
  );
}

const ask: FetchEditQuote = (rideId, changes, signal) =>
  call(quoteEditForRider, { rideId, changes }, { signal });

/** Describes the outcome of an edit to staff. */
function outcome(ride: StaffRide, { fare, dueCents, toCardCents, toGiftCardCents }: EditQuote): string {
  if (dueCents > 0) return `${formatCents(dueCents)} to be paid`;
  if (ride.paymentStatus === 'on_account' && fare.fareCents !== ride.fare.fareCents)
    return `${formatCents(fare.fareCents)} on account`;
  const parts = [
    toCardCents > 0 && `${formatCents(toCardCents)} to ${formatCards(fareCards(ride), 'the card')}`,
    toGiftCardCents > 0 && `${formatCents(toGiftCardCents)} to the gift card`,
  ].filter(Boolean);
  return parts.length > 0 ? `Goes back: ${parts.join(' and ')}` : 'Same fare';
}
