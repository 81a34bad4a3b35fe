import { useRef, useState } from 'react';
import { type StaffGiftCard, voidGiftCard } from '#common/gift-cards/gift-card-staff-api.ts';
import { formatCents } from '#common/money.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { DialogFooter } from '../dialog-footer.tsx';

/** Props of a dialog about a gift card. */
export interface CardDialogProps {
  card: StaffGiftCard;
  onChanged: (card: StaffGiftCard) => void;
  /** Called when another user has changed the card; reloads it. */
  onConflict: () => Promise<void>;
  onClose: () => void;
}

/**
 * Confirms voiding a card, and shows what is refunded to whom. The button names the amount, which is sent
 * with the request.
 */
export function VoidDialog({ card, onChanged, onConflict, onClose }: CardDialogProps) {
  const { id, last4, amountCents, balanceCents, heldCents, buyerEmail, isVoided, isGiven } = card;
  const [refusal, setRefusal] = useState<string | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const back = formatCents(balanceCents);

  const { run, isPending } = useInFlight(async () => {
    setRefusal(null);
    try {
      onChanged(await call(voidGiftCard, { giftCardId: id, amountCents: balanceCents }));
      toast.success(
        'Voided',
        isGiven ? `${back} is taken back.` : `${back} goes back to ${buyerEmail ?? 'its buyer'}.`,
      );
      onClose();
    } catch (error) {
      setRefusal(messageOf(error, NO_ANSWER_RETRY));
      if (error instanceof ApiError && error.status === 409) await onConflict().catch(() => undefined);
      keep.current?.focus();
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Void gift card ${last4}?`}
      description="Its code stops working at once, for good. Rides it has paid for stay booked. The recipient and the buyer get an email."
      widthClass="max-w-[520px]"
    >
      <dl className="mb-5 grid gap-2 border-line border-y py-4">
        <Sum label={isGiven ? 'Given' : 'Paid for it'} value={formatCents(amountCents)} />
        <Sum label="Spent" value={formatCents(amountCents - balanceCents - heldCents)} />
        {heldCents > 0 && <Sum label="Held by a booking" value={formatCents(heldCents)} />}
        <Sum
          label={
            isGiven
              ? 'Taken back; nobody had paid for it'
              : `Goes back to the card of ${buyerEmail ?? 'its buyer'}`
          }
          value={back}
          isTotal
        />
      </dl>
      <DialogFooter
        leave="Keep the card"
        leaveRef={keep}
        isLeaveFocused
        refusal={refusal}
        isPending={isPending}
        onLeave={onClose}
      >
        <Button
          variant="danger"
          isPending={isPending}
          isUnavailable={isVoided || balanceCents === 0}
          pendingLabel="Voiding..."
          onClick={run}
        >
          {isGiven ? 'Void and take back' : 'Void and refund'} {back}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const Sum = ({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) => (
  <div className="flex items-baseline justify-between gap-6">
    <dt className={isTotal ? 'font-semibold wrap-anywhere' : 'text-ink-2'}>{label}</dt>
    <dd className={`figures shrink-0 ${isTotal ? 'text-22' : 'font-normal'}`}>{value}</dd>
  </div>
);
