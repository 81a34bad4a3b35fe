import { type RefObject, useState } from 'react';
import { type PurchaseGiftCard, purchaseGiftCard } from '#common/gift-cards/gift-card-purchases-api.ts';
import { brokenPurchaseRule, type PurchaseDraft } from '#common/gift-cards/purchase-rules.ts';
import { toast } from '#web/components/ui/toast.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { requireCheckoutAddress } from '#web/lib/checkout-address.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { goToAddress } from '#web/lib/go-to-address.ts';
import { idempotencyKeys } from '#web/lib/idempotency-keys.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

/** The input of the purchase dialog. */
type Recipient = Omit<PurchaseDraft, 'amount'>;

export interface Purchase {
  form: RefObject<HTMLFormElement | null>;
  recipient: Recipient;
  edit: (change: Partial<Recipient>) => void;
  /** The validation error of a field, until it is changed. */
  errorOf: (field: keyof Recipient) => string | undefined;
  /**
   * Purchase Gift Card, of `amount` whole dollars. Ends with the browser at the hosted checkout, or with the
   * dialog as it was, and a reason unless the visitor stopped the browser on the way.
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
  const [keys] = useState(idempotencyKeys);
  const refuse = (errors: FieldErrors) => setRefused({ recipient, errors });

  const { run, isPending } = useInFlight(async (amount: number) => {
    const broken = brokenPurchaseRule({ ...recipient, amount });
    if (broken) {
      toast.error(broken.title, broken.message);
      refuse({ [broken.field]: broken.message });
      return;
    }
    try {
      const purchase = { amount, ...onlyFilled(recipient) };
      const isBack = await leaveFor(await openGiftCardCheckout(purchase, keys.keyFor(purchase)));
      // Back on this page by the back button: the next press buys another card. Else it leads to the same checkout.
      if (isBack) keys.forget();
    } catch (error) {
      toast.error(
        'Purchase Failed',
        error instanceof PurchaseError ? error.message : messageOf(error, FAILED),
      );
      if (!(error instanceof ApiError)) return;
      // A rejection ends the attempt. No response does not: the purchase may exist, and only the same key
      // finds it.
      if (isClientError(error)) keys.forget();
      refuse(fieldErrors(error.issues));
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

/** A reply of another shape names no address. */
const noAddress = (error: unknown): never => {
  throw error instanceof ApiError ? error : new PurchaseError('No checkout URL returned');
};

/** Begins a purchase, once per key. */
export async function openGiftCardCheckout(
  purchase: PurchaseGiftCard,
  idempotencyKey: string,
): Promise<string> {
  const { checkoutUrl } = await call(purchaseGiftCard, purchase, { idempotencyKey }).catch(noAddress);
  return requireCheckoutAddress(checkoutUrl);
}

/** How long the page may take to be left, in milliseconds; no browser says that the visitor stopped it. */
const LEAVE_MS = 10_000;

/**
 * Navigates to another URL. The promise stays pending meanwhile.
 *
 * @returns whether the visitor has left and is back on this very page, as from the back-forward cache; false when it was not left
 */
const leaveFor = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LEAVE_MS);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
    window.addEventListener('pageshow', () => resolve(true), { once: true });
    goToAddress(address);
  });

/** A failed purchase whose message is for the visitor. */
class PurchaseError extends Error {
  override readonly name = 'PurchaseError';
}
