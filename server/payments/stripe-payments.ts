import type Stripe from 'stripe';
import { AppError } from '#common/errors.ts';
import type { Cents } from '#common/money.ts';
import { logger } from '../infra/logger.ts';
import { isStripeRefusal, stripe } from '../infra/stripe.ts';

const CURRENCY = 'usd';

/** What the product needs to know of a payment at Stripe. */
export interface Payment {
  id: string;
  clientSecret: string;
  isPaid: boolean;
  /** The payer has done all there is to do; a bank takes its time. */
  isProcessing: boolean;
  isCancelled: boolean;
  /** All of it went back, be it by hand at Stripe; false of one that was not read afresh. */
  isGivenBack: boolean;
  receivedCents: Cents;
  currency: string;
  /** What it was opened for. */
  metadata: Stripe.Metadata;
  card: { brand: string; last4: string } | null;
  /** Stripe's fingerprint of the card's number, the same for every customer; null where Stripe has none. */
  cardFingerprint: string | null;
}

interface NewPayment {
  amountCents: Cents;
  /** What it is for, and who pays. */
  metadata: Record<string, string>;
  /** One payment ever per key. */
  idempotencyKey: string;
}

/** Opens a payment at Stripe; the same key gives the same payment again. @throws AppError PAYMENT_PROVIDER */
export async function openPayment({ amountCents, metadata, idempotencyKey }: NewPayment): Promise<Payment> {
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: CURRENCY,
        automatic_payment_methods: { enabled: true },
        capture_method: 'automatic',
        metadata,
      },
      { idempotencyKey },
    );
    return toPayment(intent);
  } catch (cause) {
    throw openingFailure(cause);
  }
}

/** The state of a payment at Stripe, read afresh. */
export async function readPayment(paymentIntentId: string): Promise<Payment> {
  const expand = ['payment_method', 'latest_charge'];
  return toPayment(await stripe.paymentIntents.retrieve(paymentIntentId, { expand }));
}

/**
 * The fingerprint of the card in a payment form, before it is charged; null where Stripe has none.
 *
 * @throws AppError INVALID_REQUEST for a token that Stripe does not know, PAYMENT_PROVIDER
 */
export async function readCardFingerprint(confirmationTokenId: string): Promise<string | null> {
  try {
    const { payment_method_preview } = await stripe.confirmationTokens.retrieve(confirmationTokenId);
    return payment_method_preview?.card?.fingerprint ?? null;
  } catch (error) {
    if (isStripeRefusal(error)) throw new AppError('INVALID_REQUEST', 'Please enter the card again.');
    throw openingFailure(error);
  }
}

/** Cancels a payment unless it has been made. @returns its state afterwards, either way */
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

/** Whether Stripe holds exactly what is due, in our currency, for exactly this. */
export const isPaymentFor = (
  payment: Payment,
  { dueCents, metadata }: { dueCents: Cents; metadata: Record<string, string> },
): boolean =>
  payment.isPaid &&
  payment.receivedCents === dueCents &&
  payment.currency === CURRENCY &&
  Object.entries(metadata).every(([key, value]) => payment.metadata[key] === value);

/**
 * Logs a failed request to Stripe that was to open a payment: nobody can have paid one that nobody was given.
 *
 * @returns the error for the user who waits for it
 */
export const openingFailure = (cause: unknown): AppError =>
  providerFailure(cause, 'The payment could not be started. You have not been charged. Please try again.');

/** The same for a payment that was given to somebody before, and may have been made. */
export const askingFailure = (cause: unknown): AppError =>
  providerFailure(
    cause,
    'Our payment provider did not say whether this is paid, so we changed nothing. Please try again.',
  );

function providerFailure(cause: unknown, message: string): AppError {
  logger.error({ error: cause }, 'stripe request failed');
  return new AppError('PAYMENT_PROVIDER', message, { cause });
}

/** Whether all of a payment went back; false where its charge was not asked for. */
export const isRefundedWhole = ({ latest_charge }: Stripe.PaymentIntent): boolean =>
  typeof latest_charge === 'object' && latest_charge?.refunded === true;

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    isPaid: intent.status === 'succeeded',
    isProcessing: intent.status === 'processing',
    isCancelled: intent.status === 'canceled',
    isGivenBack: isRefundedWhole(intent),
    receivedCents: intent.amount_received,
    currency: intent.currency,
    metadata: intent.metadata,
    cardFingerprint: method?.card?.fingerprint ?? null,
    card: method?.card ? { brand: method.card.brand, last4: method.card.last4 } : null,
  };
}
