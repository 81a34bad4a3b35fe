import type Stripe from 'stripe';
import type { Cents } from '#common/money.ts';
import { isStripeRefusal, stripe } from '../infra/stripe.ts';
import { providerFailure } from './provider-failure.ts';

const CURRENCY = 'usd';

/** What the product needs to know of a payment at Stripe. */
export interface Payment {
  id: string;
  clientSecret: string;
  isPaid: boolean;
  /** The rider has done all there is to do; a bank takes its time. */
  isProcessing: boolean;
  isCancelled: boolean;
  receivedCents: Cents;
  currency: string;
  rideId: string | null;
  riderId: string | null;
  card: { brand: string; last4: string } | null;
}

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    isPaid: intent.status === 'succeeded',
    isProcessing: intent.status === 'processing',
    isCancelled: intent.status === 'canceled',
    receivedCents: intent.amount_received,
    currency: intent.currency,
    rideId: intent.metadata.rideId ?? null,
    riderId: intent.metadata.riderId ?? null,
    card: method?.card ? { brand: method.card.brand, last4: method.card.last4 } : null,
  };
}

/** Whether Stripe holds exactly what a ride owes, in our currency, for that ride and that rider. */
export const isPaymentFor = (
  payment: Payment,
  ride: { id: string; riderId: string; dueCents: Cents },
): boolean =>
  payment.isPaid &&
  payment.receivedCents === ride.dueCents &&
  payment.currency === CURRENCY &&
  payment.rideId === ride.id &&
  payment.riderId === ride.riderId;

interface NewPayment {
  rideId: string;
  riderId: string;
  amountCents: Cents;
}

/** Opens the payment of a ride at Stripe; asked again for the same ride, it is the same payment. Throws PAYMENT_PROVIDER. */
export async function openPayment({ rideId, riderId, amountCents }: NewPayment): Promise<Payment> {
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: CURRENCY,
        automatic_payment_methods: { enabled: true },
        capture_method: 'automatic',
        metadata: { rideId, riderId },
      },
      { idempotencyKey: `ride:${rideId}:pi:1` },
    );
    return toPayment(intent);
  } catch (cause) {
    throw providerFailure(cause);
  }
}

/** How a payment stands at Stripe, read afresh. */
export async function readPayment(paymentIntentId: string): Promise<Payment> {
  return toPayment(await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['payment_method'] }));
}

/** Cancels a payment unless it has been made; either way, returns how it now stands. */
export async function cancelPayment(paymentIntentId: string): Promise<Payment> {
  try {
    return toPayment(
      await stripe.paymentIntents.cancel(paymentIntentId, { cancellation_reason: 'abandoned' }),
    );
  } catch (error) {
    if (!isStripeRefusal(error)) throw error;
    return readPayment(paymentIntentId);
  }
}
