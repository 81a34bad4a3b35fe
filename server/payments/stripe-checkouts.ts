import type Stripe from 'stripe';
import type { Cents } from '#common/money.ts';
import { env } from '../env.ts';
import { stripe } from '../infra/stripe.ts';
import { providerFailure } from './stripe-payments.ts';

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
  isExpired: boolean;
  amountCents: Cents | null;
  currency: string | null;
  purchaseId: string | null;
  buyerEmail: string | null;
}

const toCheckout = (session: Stripe.Checkout.Session): Checkout => ({
  id: session.id,
  url: session.url,
  isPaid: session.status === 'complete' && session.payment_status !== 'unpaid',
  isExpired: session.status === 'expired',
  amountCents: session.amount_total,
  currency: session.currency,
  purchaseId: session.metadata?.purchaseId ?? null,
  buyerEmail: session.customer_details?.email ?? null,
});

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
export async function openGiftCardCheckout({ id, amountCents, createdAt }: Purchase): Promise<Checkout> {
  const page = new URL('/gift-cards', env.PUBLIC_URL).href;
  const metadata = { purchaseId: id };
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              unit_amount: amountCents,
              product_data: { name: 'Marquee gift card' },
            },
          },
        ],
        metadata,
        payment_intent_data: { description: 'Marquee gift card', metadata },
        // Stripe fills the braces in, which a URL built by parts would escape.
        success_url: `${page}?purchase={CHECKOUT_SESSION_ID}`,
        cancel_url: page,
        expires_at: Math.floor(checkoutEndsAt(createdAt).getTime() / 1_000),
      },
      { idempotencyKey: `gift:${id}:cs:1` },
    );
    return toCheckout(session);
  } catch (cause) {
    throw providerFailure(cause);
  }
}

/** The state of a checkout at Stripe, read afresh. */
export const readCheckout = async (sessionId: string): Promise<Checkout> =>
  toCheckout(await stripe.checkout.sessions.retrieve(sessionId));
