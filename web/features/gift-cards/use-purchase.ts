import { type RefObject, useState } from 'react';
import { brokenPurchaseRule, type PurchaseDraft } from '#common/gift-cards/purchase-rules.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { leaveFor } from './leave-for.ts';
import { openGiftCardCheckout } from './open-gift-card-checkout.ts';
import { PurchaseError } from './purchase-error.ts';

/** What is typed into the purchase dialog. */
export type Recipient = Omit<PurchaseDraft, 'amount'>;

export interface Purchase {
  form: RefObject<HTMLFormElement | null>;
  recipient: Recipient;
  edit: (change: Partial<Recipient>) => void;
  /** What is wrong with a field, until it is changed. */
  errorOf: (field: keyof Recipient) => string | undefined;
  /**
   * Purchase Gift Card, of `amount` whole dollars. Ends with the browser at the hosted checkout, or with the dialog as it was and
   * a reason.
   */
  submit: (amount: number) => Promise<void>;
  isPending: boolean;
}

const NOBODY: Recipient = { recipientEmail: '', recipientName: '', personalMessage: '' };
const FAILED = 'Failed to create gift card checkout. Please try again.';

/** Buying a gift card (specification section 4, Gift card purchase). */
export function usePurchase(): Purchase {
  const [recipient, setRecipient] = useState(NOBODY);
  const [refused, setRefused] = useState<{ recipient: Recipient; errors: FieldErrors }>({
    recipient: NOBODY,
    errors: {},
  });
  const form = useFocusFirstInvalid(refused);
  const refuse = (errors: FieldErrors) => setRefused({ recipient, errors });

  const { run, isPending } = useInFlight(async (amount: number) => {
    const broken = brokenPurchaseRule({ ...recipient, amount });
    if (broken) {
      toast.error(broken.title, broken.message);
      refuse({ [broken.field]: broken.message });
      return;
    }
    try {
      await leaveFor(await openGiftCardCheckout({ amount, ...onlyFilled(recipient) }));
    } catch (error) {
      toast.error(
        'Purchase Failed',
        error instanceof PurchaseError ? error.message : messageOf(error, FAILED),
      );
      if (error instanceof ApiError) refuse(fieldErrors(error.issues));
    }
  });

  return {
    form,
    recipient,
    edit: (change) => setRecipient((known) => ({ ...known, ...change })),
    errorOf: (field) => (recipient[field] === refused.recipient[field] ? refused.errors[field] : undefined),
    submit: run,
    isPending,
  };
}

/** Name and message are left out when they are empty (specification section 7). */
const onlyFilled = ({ recipientEmail, recipientName, personalMessage }: Recipient) => ({
  recipientEmail: recipientEmail.trim(),
  recipientName: recipientName.trim() || undefined,
  personalMessage: personalMessage.trim() || undefined,
});
