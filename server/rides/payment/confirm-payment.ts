import { AppError } from '#common/errors.ts';
import type { ConfirmOutcome } from '#common/jobs.ts';
import { MISSING_RIDER_ID } from '#common/rides/checkout-api.ts';
import { orderDueCents } from '#common/rides/ride-money.ts';
import { isSettled } from '#common/rides/ride-states.ts';
import { env } from '../../env.ts';
import { logger } from '../../infra/logger.ts';
import { enqueueAndWait } from '../../infra/queues.ts';
import { isPaymentFor, type Payment, readPayment } from '../../payments/stripe-payments.ts';
import { cardRefusal } from '../../promos/check-promo.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import {
  captureOrderHolds,
  findOrder,
  paymentMetadataOf,
  type RideOrder,
  settledAs,
} from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import {
  flagPayment,
  knownOutcome,
  paymentOwedBack,
  refundLatePayment,
  SETTLEABLE,
  settleRide,
} from './payment-outcomes.ts';

interface Confirmation {
  /** Whether the ride is settled; false while the confirmation is still running. */
  isSettled: boolean;
  ride: RideRecord;
}

/**
 * Confirms a payment that a browser reports as made: enqueues the check at Stripe and waits for its outcome
 * for at most `PAYMENT_WAIT_MS`. Both legs of a return trip have the first ride's payment.
 *
 * @throws AppError INVALID_REQUEST when it is not the ride's payment, does not match it, or Stripe has not
 * received the money; MISSING_RIDER_ID; RIDE_STATE_CONFLICT when the ride had expired or its promo code was
 * refused, and the payment is being refunded
 */
export async function confirmAndWait(ride: RideRecord, paymentIntentId: string): Promise<Confirmation> {
  const { firstRide } = await findOrder(ride);
  if (firstRide.paymentIntentId !== paymentIntentId) {
    throw new AppError('INVALID_REQUEST', 'That payment does not belong to this ride.');
  }
  if (isSettled(ride)) return { isSettled: true, ride };

  const outcome = await enqueueAndWait('confirm-payment', { rideId: ride.id }, env.PAYMENT_WAIT_MS);
  switch (outcome) {
    case 'missing-rider':
      throw new AppError('MISSING_RIDER_ID', MISSING_RIDER_ID);
    case 'unpaid':
      throw new AppError('INVALID_REQUEST', 'The payment has not gone through. You have not been charged.');
    case 'flagged':
      throw new AppError('INVALID_REQUEST', 'The payment does not match the ride. Please contact support.');
    case 'refunding':
      throw new AppError('RIDE_STATE_CONFLICT', refundingMessage(await findRide(firstRide.id)));
  }
  // Settled; or still unknown, because the bank is processing, or the job took too long, failed or was not
  // enqueued.
  const current = await findRide(ride.id);
  return { isSettled: isSettled(current), ride: current };
}

const refundingMessage = ({ cancellation, wasCardUsed }: RideRecord): string =>
  cancellation && wasCardUsed
    ? `${cancellation.reason}. Your payment is being refunded.`
    : 'The ride had expired before it was paid. Your payment is being refunded.';

/**
 * Reads a ride's payment from Stripe and, if it was made, settles the ride and its return trip. Trusts
 * neither webhook nor browser: reads the payment by the id stored on the ride, and requires amount,
 * currency, ride and rider to match. Captures promo code and gift card first. Idempotent.
 *
 * @throws AppError NOT_FOUND
 */
export async function confirmPayment(rideId: string): Promise<ConfirmOutcome> {
  const order = await findOrder(await findRide(rideId));
  const outcome = await confirmOrder(order);
  if (order.returnRide) await syncReturnRide(order);
  return outcome;
}

async function confirmOrder(order: RideOrder): Promise<ConfirmOutcome> {
  const { firstRide } = order;
  const known = knownOutcome(firstRide);
  if (known) return known;
  if (!firstRide.paymentIntentId) return 'unpaid';
  // The fare of a ride booked by phone is a charge and is settled with it.
  const bookingCharge = firstRide.charges.find(({ kind }) => kind === 'booking');
  if (bookingCharge) return confirmCharge(bookingCharge.id);

  const payment = await readPayment(firstRide.paymentIntentId);
  if (!payment.isPaid) return payment.isProcessing ? 'processing' : 'unpaid';
  const expected = { dueCents: orderDueCents(firstRide), metadata: paymentMetadataOf(order) };
  if (!isPaymentFor(payment, expected)) return flagPayment(firstRide, payment);

  // Expiring or cancelling a ride cancels its payment at Stripe first. Only if the bank decides later, or the
  // payment was flagged, can a cancellation run at the same time: it gives back what is captured here, and
  // the guard leaves the ride cancelled.
  const captured = await captureOrderHolds(order, payment.cardFingerprint);
  const updated =
    captured === 'captured'
      ? await settleRide(firstRide.id, { guard: SETTLEABLE, patch: settlementOf(firstRide, payment) })
      : await cancelWithoutDiscount(firstRide, captured);
  // A ride that is neither settled nor refunded was cancelled, here or by expiry: its payment is owed back.
  return knownOutcome(updated ?? (await findRide(firstRide.id))) ?? refundLatePayment(firstRide.id);
}

/** Cancels a paid ride whose promo code or gift card could not be captured. Its payment is then refunded. */
async function cancelWithoutDiscount(
  firstRide: RideRecord,
  outcome: 'expired' | 'card-used',
): Promise<RideRecord | null> {
  const isCardUsed = outcome === 'card-used';
  const refusal = isCardUsed ? await promoRefused(firstRide) : null;
  if (isCardUsed) logger.warn({ rideId: firstRide.id }, 'card has used the promo code before');
  const cancelled = await cancelUnpaidRide(firstRide.id, {
    guard: SETTLEABLE,
    ...(refusal && { text: refusal.text }),
    patch: { ...refusal?.patch, ...paymentOwedBack() },
  });
  if (cancelled && !isCardUsed) {
    logger.warn({ rideId: firstRide.id, outcome }, 'promo code or gift card hold expired, ride cancelled');
  }
  return cancelled;
}

/** What a refused promo code adds to the cancellation. Clients can skip the card check before paying. */
async function promoRefused({ promoCodeId }: RideRecord) {
  const text = await cardRefusal(promoCodeId ?? '');
  return {
    text,
    patch: { cancellation: { by: 'operations', feeCents: 0, reason: text }, wasCardUsed: true },
  } as const;
}

/** A first ride without a share of the payment shows no card: the card paid only for the return ride. */
function settlementOf(ride: RideRecord, { card, chargedAt }: Payment) {
  const paymentStatus = settledAs(ride);
  return {
    paymentStatus,
    payment: paymentStatus === 'paid' ? card : null,
    ...(chargedAt && { paidAt: chargedAt }),
  };
}
