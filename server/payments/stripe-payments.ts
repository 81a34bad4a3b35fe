import type Stripe from 'stripe';
import { AppError } from '#common/errors.ts';
import type { Cents } from '#common/money.ts';
import { CAPTURE_METHOD, CURRENCY } from '#common/payment-options.ts';
import { logger } from '../infra/logger.ts';
import { isStripeRefusal, stripe } from '../infra/stripe.ts';

/** The relevant properties of a Stripe payment. */
export interface Payment {
  id: string;
  clientSecret: string;
  isPaid: boolean;
  /** The payer is done, and the bank is still processing the payment. */
  isProcessing: boolean;
  isCancelled: boolean;
  /** Whether it was fully refunded, possibly by hand at Stripe. False unless it was just read from Stripe. */
  isFullyRefunded: boolean;
  /** When it was charged. Null unless it was just read from Stripe. */
  chargedAt: Date | null;
  receivedCents: Cents;
  currency: string;
  /** What it is for, as given when it was opened. */
  metadata: Stripe.Metadata;
  card: { brand: string; last4: string } | null;
  /** Stripe's fingerprint of the card number, the same for all customers. Null if Stripe has none. */
  cardFingerprint: string | null;
}

interface NewPayment {
  amountCents: Cents;
  /** What it is for, and the payer. */
  metadata: Record<string, string>;
  /** Stripe creates at most one payment per key. */
  idempotencyKey: string;
}

/** Opens a payment at Stripe. Idempotent per key. @throws AppError PAYMENT_PROVIDER */
export async function openPayment({ amountCents, metadata, idempotencyKey }: NewPayment): Promise<Payment> {
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: CURRENCY,
        automatic_payment_methods: { enabled: true },
        capture_method: CAPTURE_METHOD,
        metadata,
      },
      { idempotencyKey },
    );
    return toPayment(intent);
  } catch (cause) {
    throw paymentStartError(cause, { operation: 'open payment', ...metadata });
  }
}

/** Reads the current state of a payment from Stripe. */
export async function readPayment(paymentIntentId: string): Promise<Payment> {
  const expand = ['payment_method', 'latest_charge'];
  return toPayment(await stripe.paymentIntents.retrieve(paymentIntentId, { expand }));
}

/**
 * Reads the fingerprint of the card in a payment form before it is charged. Null if Stripe has none.
 *
 * @throws AppError INVALID_REQUEST if Stripe does not know the token
 * @throws AppError PAYMENT_PROVIDER
 */
export async function readCardFingerprint(confirmationTokenId: string): Promise<string | null> {
  try {
    const { payment_method_preview } = await stripe.confirmationTokens.retrieve(confirmationTokenId);
    return payment_method_preview?.card?.fingerprint ?? null;
  } catch (error) {
    if (isStripeRefusal(error)) throw new AppError('INVALID_REQUEST', 'Please enter the card again.');
    throw paymentStartError(error, { operation: 'read card' });
  }
}

/** Cancels a payment unless it was made. @returns its state afterwards */
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

/** Whether a payment was made for exactly the due amount in our currency, with this metadata. */
export const isPaymentFor = (
  payment: Payment,
  { dueCents, metadata }: { dueCents: Cents; metadata: Record<string, string> },
): boolean =>
  payment.isPaid &&
  payment.receivedCents === dueCents &&
  payment.currency === CURRENCY &&
  Object.entries(metadata).every(([key, value]) => payment.metadata[key] === value);

/** What a failed Stripe request was for, as logged. */
export interface RequestAbout {
  operation:
    | 'open payment'
    | 'read payment'
    | 'cancel payment'
    | 'open checkout'
    | 'read checkout'
    | 'end checkout'
    | 'read card';
  /** Ids of what is paid for, such as `rideId`. Ids of checkouts grant access, and must not be logged. */
  [id: string]: string;
}

/**
 * Logs a failed Stripe request that would have opened a payment. No client secret was handed out, so nobody
 * can have paid.
 *
 * @returns the error for the waiting user
 */
export const paymentStartError = (cause: unknown, about: RequestAbout): AppError =>
  providerFailure(
    cause,
    about,
    'The payment could not be started. You have not been charged. Please try again.',
  );

/**
 * Logs a failed Stripe request about a payment that a user has received before and may have paid.
 *
 * @returns the error for the waiting user
 */
export const paymentStatusError = (cause: unknown, about: RequestAbout): AppError =>
  providerFailure(
    cause,
    about,
    'Our payment provider did not say whether this is paid, so we changed nothing. Please try again.',
  );

function providerFailure(cause: unknown, about: RequestAbout, message: string): AppError {
  logger.error({ error: cause, ...about }, 'stripe request failed');
  return new AppError('PAYMENT_PROVIDER', message, { cause });
}

/** Whether a payment was fully refunded. False if its charge was not expanded. */
export const isRefundedWhole = ({ latest_charge }: Stripe.PaymentIntent): boolean =>
  typeof latest_charge === 'object' && latest_charge?.refunded === true;

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    isPaid: intent.status === 'succeeded',
    isProcessing: intent.status === 'processing',
    isCancelled: intent.status === 'canceled',
    isFullyRefunded: isRefundedWhole(intent),
    chargedAt: charge && new Date(charge.created * 1_000),
    receivedCents: intent.amount_received,
    currency: intent.currency,
    metadata: intent.metadata,
    cardFingerprint: method?.card?.fingerprint ?? null,
    card: method?.card ? { brand: method.card.brand, last4: method.card.last4 } : null,
  };
}
