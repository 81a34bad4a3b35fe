import type { ReactNode } from 'react';
import { MAX_MESSAGE, MAX_NAME } from '#common/gift-cards/purchase-rules.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextArea, TextInput } from '#web/components/ui/text-input.tsx';
import { GiftCardFace } from './gift-card-face.tsx';
import type { Purchase } from './use-purchase.ts';

interface PurchaseFormProps {
  amount: number;
  purchase: Purchase;
  onCancel: () => void;
}

/** Form for the recipient of a gift card and a personal message (specification section 2, Gift Cards). */
export function PurchaseForm({ amount, purchase, onCancel }: PurchaseFormProps) {
  const { recipient, edit, errorOf, isPending } = purchase;
  // Read-only rather than disabled: disabling would remove focus from the field in which Enter was pressed.
  const lock = { readOnly: isPending, 'aria-disabled': isPending || undefined };

  return (
    <form
      ref={purchase.form}
      noValidate
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void purchase.submit(amount);
      }}
      className="grid items-start gap-x-9 sm:grid-cols-[minmax(0,300fr)_minmax(0,460fr)]"
    >
      <div className="max-sm:hidden">
        <GiftCardFace amount={amount} recipient={recipient.recipientName.trim()} />
        <p className="mt-4 text-14 text-ink-2">
          The code is created when the payment clears and emailed to the recipient.
        </p>
      </div>
      <div className="grid gap-5">
        <Field label="Recipient email" error={errorOf('recipientEmail')}>
          {(control) => (
            <TextInput
              {...control}
              {...lock}
              name="recipientEmail"
              type="email"
              inputMode="email"
              autoComplete="off"
              required
              value={recipient.recipientEmail}
              onChange={({ target }) => edit({ recipientEmail: target.value })}
            />
          )}
        </Field>
        <Field label="Recipient name" isOptional error={errorOf('recipientName')}>
          {(control) => (
            <TextInput
              {...control}
              {...lock}
              name="recipientName"
              autoComplete="off"
              maxLength={MAX_NAME}
              value={recipient.recipientName}
              onChange={({ target }) => edit({ recipientName: target.value })}
            />
          )}
        </Field>
        <Field
          label="Personal message"
          isOptional
          error={errorOf('personalMessage')}
          counter={`${recipient.personalMessage.length} / ${MAX_MESSAGE}`}
        >
          {(control) => (
            <TextArea
              {...control}
              {...lock}
              name="personalMessage"
              className="min-h-28"
              maxLength={MAX_MESSAGE}
              value={recipient.personalMessage}
              onChange={({ target }) => edit({ personalMessage: target.value })}
            />
          )}
        </Field>
        <DialogActions onCancel={onCancel} isPending={isPending}>
          <Button type="submit" className="max-sm:flex-1" isPending={isPending} pendingLabel="Processing...">
            Purchase Gift Card
          </Button>
        </DialogActions>
      </div>
    </form>
  );
}

interface DialogActionsProps {
  onCancel: () => void;
  isPending?: boolean;
  /** The primary button. */
  children: ReactNode;
}

/** Footer of a dialog: Cancel, unavailable while `isPending`, and the primary button. */
export const DialogActions = ({ onCancel, isPending, children }: DialogActionsProps) => (
  <div className="mt-2 flex justify-end gap-3">
    <Button variant="outline" isUnavailable={isPending} onClick={onCancel}>
      Cancel
    </Button>
    {children}
  </div>
);
