import { type FormEvent, useState } from 'react';
import { MAX_RESENDS_PER_DAY, sendGiftCardAgain } from '#common/gift-cards/gift-card-staff-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { messageOf, NO_ANSWER_RETRY } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { DialogFooter } from '../dialog-footer.tsx';
import type { CardDialogProps } from './void-dialog.tsx';

/** Sends the same card again, optionally to a corrected address. */
export function SendAgainDialog({ card, onChanged, onConflict, onClose }: CardDialogProps) {
  const { id: giftCardId, last4, recipientEmail, resends } = card;
  /** Null until edited: the address then follows the card's, which a colleague may correct. */
  const [typed, setTyped] = useState<string | null>(null);
  const address = typed ?? recipientEmail;
  const [error, setError] = useState<string | null>(null);

  const { run, isPending } = useInFlight(async () => {
    setError(null);
    const to = address.trim();
    const parsed = sendGiftCardAgain.body.safeParse({ resends, recipientEmail: to });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message ?? null);
    try {
      const isSame = to === recipientEmail;
      onChanged(
        await call(sendGiftCardAgain, { giftCardId, resends, ...(!isSame && { recipientEmail: to }) }),
      );
      toast.success('On its way', `The card goes to ${to} again.`);
      onClose();
    } catch (failure) {
      setError(messageOf(failure, NO_ANSWER_RETRY));
      if (failure instanceof ApiError && failure.status === 409) await onConflict().catch(() => undefined);
    }
  });

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Send ${last4} again`}
      description={`The same card with the same code. At most ${MAX_RESENDS_PER_DAY} times a day.`}
    >
      <form noValidate onSubmit={handleSubmit}>
        <Field
          label="To"
          hint="Use another address only if you know it is the recipient’s: anyone with the code can spend it."
          error={error}
        >
          {(control) => (
            <TextInput
              {...control}
              type="email"
              value={address}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <DialogFooter isPending={isPending} onLeave={onClose}>
          <Button type="submit" isPending={isPending} pendingLabel="Sending...">
            Send again
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
