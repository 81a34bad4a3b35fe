import type Stripe from 'stripe';
import { HOUR_MS } from '#common/durations.ts';
import type { Cents } from '#common/money.ts';
import { CURRENCY } from '#common/payment-options.ts';
import { env } from '../env.ts';
import { isStripeRefusal, stripe } from '../infra/stripe.ts';
import { isRefundedWhole, paymentStartError } from './stripe-payments.ts';

/** How long a checkout can be paid. Stripe allows half an hour to a day. */
const OPEN_MS = HOUR_MS;

/** Returns when the checkout of a purchase expires. */
export const checkoutEndsAt = (createdAt: Date): Date => new Date(createdAt.getTime() + OPEN_MS);

/** The relevant properties of a hosted Stripe checkout. */
export interface Checkout {
  id: string;
  /** URL of the payment page. Null once the checkout is over. */
  url: string | null;
  isPaid: boolean;
  /** The payer is done, and the bank is still processing the payment. */
  isProcessing: boolean;
  /**
   * Whether it ended unpaid: nobody paid in time, or the bank declined the payment after the payer was done.
   * The latter is known only if it was just read from Stripe.
   */
  isExpired: boolean;
  /**
   * Whether the payment was fully refunded, possibly by hand at Stripe. False unless it was just read from
   * Stripe.
   */
  isFullyRefunded: boolean;
  amountCents: Cents | null;
  currency: string | null;
  purchaseId: string | null;
  buyerEmail: string | null;
  /** Id of its payment. Null until it is paid. */
  paymentIntentId: string | null;
}

const toCheckout = (session: Stripe.Checkout.Session): Checkout => ({
  id: session.id,
  url: session.url,
  isPaid: session.status === 'complete' && session.payment_status !== 'unpaid',
  isProcessing: isUndecided(session) && !isDeclined(session),
  isExpired: session.status === 'expired' || isDeclined(session),
  isFullyRefunded: isRefunded(session.payment_intent),
  amountCents: session.amount_total,
  currency: session.currency,
  purchaseId: session.metadata?.purchaseId ?? null,
  buyerEmail: session.customer_details?.email ?? null,
  paymentIntentId:
    typeof session.payment_intent === 'object'
      ? (session.payment_intent?.id ?? null)
      : session.payment_intent,
});

const isUndecided = ({ status, payment_status }: Stripe.Checkout.Session): boolean =>
  status === 'complete' && payment_status === 'unpaid';

/** Whether a payment with a delayed method, such as a bank debit, has failed. Its checkout stays complete. */
const isDeclined = (session: Stripe.Checkout.Session): boolean =>
  isUndecided(session) &&
  typeof session.payment_intent === 'object' &&
  (session.payment_intent?.status === 'requires_payment_method' ||
    session.payment_intent?.status === 'canceled');

const isRefunded = (payment: Stripe.Checkout.Session['payment_intent']): boolean =>
  typeof payment === 'object' && payment !== null && isRefundedWhole(payment);

/** The purchase that a checkout is opened for. */
interface Purchase {
  id: string;
  amountCents: Cents;
  createdAt: Date;
}

/** Whether a checkout was paid for this purchase, with exactly its amount in our currency. */
export const isCheckoutFor = (checkout: Checkout, purchase: Omit<Purchase, 'createdAt'>): boolean =>
  checkout.isPaid &&
  checkout.amountCents === purchase.amountCents &&
  checkout.currency === CURRENCY &&
  checkout.purchaseId === purchase.id;

/**
 * Opens the checkout of a gift card. Idempotent per purchase.
 *
 * @throws AppError PAYMENT_PROVIDER
 */
export function openGiftCardCheckout({ id, amountCents, createdAt }: Purchase): Promise<Checkout> {
  const page = new URL('/gift-cards', env.PUBLIC_URL).href;
  return openCheckout({
    name: 'Marquee gift card',
    amountCents,
    metadata: { purchaseId: id },
    // Stripe replaces this placeholder. URLSearchParams would escape its braces.
    successUrl: `${page}?purchase={CHECKOUT_SESSION_ID}`,
    cancelUrl: page,
    endsAt: checkoutEndsAt(createdAt),
    idempotencyKey: `gift:${id}:cs:1`,
  });
}

/** A checkout to open at Stripe. */
interface NewCheckout {
  /** Description shown to the payer. */
  name: string;
  amountCents: Cents;
  /** What it is for. Copied to its payment. */
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  endsAt: Date;
  /** Stripe creates at most one checkout per key. */
  idempotencyKey: string;
}

/** Opens a hosted checkout. Idempotent per key. @throws AppError PAYMENT_PROVIDER */
export async function openCheckout(checkout: NewCheckout): Promise<Checkout> {
  const { name, amountCents, metadata, successUrl, cancelUrl, endsAt, idempotencyKey } = checkout;
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: CURRENCY, unit_amount: amountCents, product_data: { name } },
          },
        ],
        metadata,
        payment_intent_data: { description: name, metadata },
        success_url: successUrl,
        cancel_url: cancelUrl,
        expires_at: Math.floor(endsAt.getTime() / 1_000),
      },
      { idempotencyKey },
    );
    return toCheckout(session);
  } catch (cause) {
    throw paymentStartError(cause, { operation: 'open checkout', ...metadata });
  }
}

/** Expires a checkout unless it is paid. @returns its state afterwards */
export async function expireCheckout(sessionId: string): Promise<Checkout> {
  try {
    return toCheckout(await stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    return readCheckout(sessionId);
  }
}

/** Reads the current state of a checkout from Stripe. */
export async function readCheckout(sessionId: string): Promise<Checkout> {
  const expand = ['payment_intent.latest_charge'];
  return toCheckout(await stripe.checkout.sessions.retrieve(sessionId, { expand }));
}

/** Reads the current state of a checkout from Stripe. Null if Stripe does not know it. */
export async function findCheckout(sessionId: string): Promise<Checkout | null> {
  try {
    return await readCheckout(sessionId);
  } catch (error) {
    if (isStripeRefusal(error)) return null;
    throw error;
  }
}
