import { type RefObject, useState } from 'react';
import { type PurchaseGiftCard, purchaseGiftCard } from '#common/gift-cards/gift-card-purchases-api.ts';
import { type PurchaseDraft, purchaseProblem } from '#common/gift-cards/purchase-rules.ts';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError, isClientError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { requireCheckoutUrl } from '#web/lib/checkout-url.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';
import { idempotencyKeys } from '#web/lib/idempotency-keys.ts';
import { openUrl } from '#web/lib/open-url.ts';
import { useFocusFirstInvalid } from '#web/lib/use-focus-first-invalid.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';

/** The input of the purchase dialog. */
type Recipient = Omit<PurchaseDraft, 'amount'>;

export interface Purchase {
  form: RefObject<HTMLFormElement | null>;
  recipient: Recipient;
  edit: (change: Partial<Recipient>) => void;
  /** The validation error of a field, until the field is changed. */
  errorOf: (field: keyof Recipient) => string | undefined;
  /**
   * Submits the purchase of a card of `amount` whole dollars. On success the browser navigates to the hosted
   * checkout. Otherwise the dialog stays as it was and shows why, unless the visitor stopped the navigation.
   */
  submit: (amount: number) => Promise<void>;
  isPending: boolean;
}

const NOBODY: Recipient = { recipientEmail: '', recipientName: '', personalMessage: '' };
const FAILED = 'Failed to create gift card checkout. Please try again.';

/** State of the purchase dialog, and its submission (specification section 4, Gift card purchase). */
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
    const broken = purchaseProblem({ ...recipient, amount });
    if (broken) {
      toast.error(broken.title, broken.message);
      refuse({ [broken.field]: broken.message });
      return;
    }
    try {
      const purchase = { amount, ...onlyFilled(recipient) };
      const isBack = await leaveFor(await openGiftCardCheckout(purchase, keys.keyFor(purchase)));
      // The visitor came back with the back button, so the next press buys another card. Otherwise a retry
      // with the same key leads to the same checkout.
      if (isBack) keys.forget();
    } catch (error) {
      if (error instanceof PurchaseError) toast.error('Purchase Failed', error.message);
      else toastFailure('Purchase Failed', error, FAILED);
      if (!(error instanceof ApiError)) return;
      // A rejection (4xx) ends the attempt. A missing response does not: the purchase may exist, and only the
      // same key finds it.
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

/** Trims the fields, and omits an empty name or message (specification section 7). */
const onlyFilled = ({ recipientEmail, recipientName, personalMessage }: Recipient) => ({
  recipientEmail: recipientEmail.trim(),
  recipientName: recipientName.trim() || undefined,
  personalMessage: personalMessage.trim() || undefined,
});

/** Maps a reply of an unexpected shape to "No checkout URL returned". */
const noAddress = (error: unknown): never => {
  throw error instanceof ApiError ? error : new PurchaseError('No checkout URL returned');
};

/**
 * Starts a purchase, idempotent per key.
 *
 * @returns the URL of the hosted checkout
 */
async function openGiftCardCheckout(purchase: PurchaseGiftCard, idempotencyKey: string): Promise<string> {
  const { checkoutUrl } = await call(purchaseGiftCard, purchase, { idempotencyKey }).catch(noAddress);
  return requireCheckoutUrl(checkoutUrl);
}

/**
 * How long navigation to the checkout may take, in milliseconds. Browsers report no event when the visitor
 * stops it.
 */
const LEAVE_MS = 10_000;

/**
 * Navigates to another URL. The promise stays pending while the page is hidden.
 *
 * @returns true when the visitor comes back to this page, as from the back-forward cache; false when the page
 * was not left within `LEAVE_MS`
 */
const leaveFor = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LEAVE_MS);
    window.addEventListener('pagehide', () => clearTimeout(timer), { once: true });
    window.addEventListener('pageshow', () => resolve(true), { once: true });
    openUrl(address);
  });

/** A failed purchase whose message is shown to the visitor. */
class PurchaseError extends Error {
  override readonly name = 'PurchaseError';
}
