import type Stripe from 'stripe';
import type { Cents } from '#common/money.ts';
import { env } from '../env.ts';
import { isStripeRefusal, stripe } from '../infra/stripe.ts';
import { isRefundedWhole, openingFailure } from './stripe-payments.ts';

const CURRENCY = 'usd';

/** How long a checkout can be paid; Stripe takes half an hour to a day. */
const OPEN_MS = 3_600_000;

/** Until when a purchase can be paid, at any of its checkouts. */
export const checkoutEndsAt = (createdAt: Date): Date => new Date(createdAt.getTime() + OPEN_MS);

/** What the product needs to know of a hosted checkout at Stripe. */
export interface Checkout {
  id: string;
  /** Where it is paid; null once it is over. */
  url: string | null;
  isPaid: boolean;
  /** The payer has done all there is to do; a bank takes its time. */
  isProcessing: boolean;
  isExpired: boolean;
  /** All of its payment went back, be it by hand at Stripe; false of one that was not read afresh. */
  isGivenBack: boolean;
  amountCents: Cents | null;
  currency: string | null;
  purchaseId: string | null;
  buyerEmail: string | null;
  /** Its payment; null until it is paid. */
  paymentIntentId: string | null;
}

const toCheckout = (session: Stripe.Checkout.Session): Checkout => ({
  id: session.id,
  url: session.url,
  isPaid: session.status === 'complete' && session.payment_status !== 'unpaid',
  isProcessing: session.status === 'complete' && session.payment_status === 'unpaid',
  isExpired: session.status === 'expired',
  isGivenBack: isGivenBack(session.payment_intent),
  amountCents: session.amount_total,
  currency: session.currency,
  purchaseId: session.metadata?.purchaseId ?? null,
  buyerEmail: session.customer_details?.email ?? null,
  paymentIntentId:
    typeof session.payment_intent === 'object'
      ? (session.payment_intent?.id ?? null)
      : session.payment_intent,
});

const isGivenBack = (payment: Stripe.Checkout.Session['payment_intent']): boolean =>
  typeof payment === 'object' && payment !== null && isRefundedWhole(payment);

/** What a checkout is opened for. */
interface Purchase {
  id: string;
  amountCents: Cents;
  createdAt: Date;
}

/** Whether a checkout has brought exactly what a purchase costs, in our currency, for that purchase. */
export const isCheckoutFor = (checkout: Checkout, purchase: Omit<Purchase, 'createdAt'>): boolean =>
  checkout.isPaid &&
  checkout.amountCents === purchase.amountCents &&
  checkout.currency === CURRENCY &&
  checkout.purchaseId === purchase.id;

/**
 * Opens the checkout of a gift card; a repeat for the same purchase gives the same checkout.
 *
 * @throws AppError PAYMENT_PROVIDER
 */
export function openGiftCardCheckout({ id, amountCents, createdAt }: Purchase): Promise<Checkout> {
  const page = new URL('/gift-cards', env.PUBLIC_URL).href;
  return openCheckout({
    name: 'Marquee gift card',
    amountCents,
    metadata: { purchaseId: id },
    // Stripe fills the braces in, which a URL built by parts would escape.
    successUrl: `${page}?purchase={CHECKOUT_SESSION_ID}`,
    cancelUrl: page,
    endsAt: checkoutEndsAt(createdAt),
    idempotencyKey: `gift:${id}:cs:1`,
  });
}

/** A checkout to be opened at Stripe. */
export interface NewCheckout {
  /** What the payer reads. */
  name: string;
  amountCents: Cents;
  /** What it is for; its payment carries the same. */
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  endsAt: Date;
  /** One checkout ever per key. */
  idempotencyKey: string;
}

/** Opens a hosted checkout; the same key gives the same checkout again. @throws AppError PAYMENT_PROVIDER */
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
    throw openingFailure(cause);
  }
}

/** Ends a checkout unless it has been paid. @returns its state afterwards, either way */
export async function expireCheckout(sessionId: string): Promise<Checkout> {
  try {
    return toCheckout(await stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    return readCheckout(sessionId);
  }
}

/** The state of a checkout at Stripe, read afresh. */
export async function readCheckout(sessionId: string): Promise<Checkout> {
  const expand = ['payment_intent.latest_charge'];
  return toCheckout(await stripe.checkout.sessions.retrieve(sessionId, { expand }));
}

/** The same; null for one that Stripe does not know. */
export async function findCheckout(sessionId: string): Promise<Checkout | null> {
  try {
    return await readCheckout(sessionId);
  } catch (error) {
    if (isStripeRefusal(error)) return null;
    throw error;
  }
}
