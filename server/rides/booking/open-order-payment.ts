import { AppError } from '#common/errors.ts';
import { orderDueCents } from '#common/rides/ride-money.ts';
import { wasEverSettled } from '#common/rides/ride-states.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import {
  cancelPayment,
  openPayment,
  paymentStatusError,
  readPayment,
} from '../../payments/stripe-payments.ts';
import { findOrder, hasFirstRide, paymentMetadataOf, type RideOrder } from '../order/ride-order.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';

/**
 * Opens the payment of an unpaid order and stores its id on the first ride. Idempotent: a repeat returns the
 * same payment. An order fully covered by promo code and gift card gets no payment and waits for
 * `confirmBooking`.
 *
 * @returns the client secret for the browser's payment form; `no_payment_required` when nothing is due
 * @throws AppError PAYMENT_PROVIDER; RIDE_STATE_CONFLICT when the ride was cancelled meanwhile
 */
export async function openOrderPayment(order: RideOrder): Promise<string> {
  if (!hasFirstRide(order)) throw stateConflict();
  const amountCents = orderDueCents(order.firstRide);
  if (amountCents === 0) return NO_PAYMENT_REQUIRED;
  const { firstRide } = order;
  const payment = await openPayment({
    amountCents,
    metadata: paymentMetadataOf(order),
    idempotencyKey: `ride:${firstRide.id}:pi:1`,
  });
  const { matchedCount } = await RideModel.updateOne(
    { _id: firstRide.id, paymentStatus: 'pending' },
    { $set: { paymentIntentId: payment.id } },
  );
  if (matchedCount > 0) return payment.clientSecret;

  await cancelPayment(payment.id);
  throw stateConflict();
}

/**
 * Resumes the payment of an unpaid ride; both legs of a return trip share one. Opens it if a crash left the
 * ride without; if it is paid or being processed, enqueues its confirmation.
 *
 * @returns as `openOrderPayment`
 *
 * @throws AppError PAYMENT_PROVIDER; PAYMENT_IN_PROGRESS when it is paid or the bank is still processing it;
 * RIDE_STATE_CONFLICT when the ride can no longer be paid, or has to be paid by its mailed link
 */
export async function resumePayment(rideOfOrder: RideRecord): Promise<string> {
  const order = await findOrder(rideOfOrder);
  const { firstRide: ride } = order;
  // The first ride is settled, and this one has not been updated yet.
  if (rideOfOrder.paymentStatus === 'pending' && wasEverSettled(ride)) {
    throw await enqueueConfirmation(ride.id);
  }
  if (ride.paymentStatus === 'waived' || ride.paymentStatus === 'on_account') return NO_PAYMENT_REQUIRED;
  if (ride.paymentStatus !== 'pending') throw stateConflict();
  // Only one way to pay at a time, so that nobody pays twice.
  if (ride.charges.some(({ status }) => status === 'open')) {
    throw new AppError('RIDE_STATE_CONFLICT', 'Please pay for this ride with the link we emailed you.');
  }
  if (!ride.paymentIntentId) return openOrderPayment(order);

  const payment = await readPayment(ride.paymentIntentId).catch((error: unknown) => {
    throw paymentStatusError(error, { operation: 'read payment', rideId: ride.id });
  });
  if (payment.isCancelled) throw stateConflict();
  if (!payment.isPaid && !payment.isProcessing) return payment.clientSecret;

  throw await enqueueConfirmation(ride.id);
}

/** Enqueues the confirmation of a payment. @returns the refusal to start another payment meanwhile */
async function enqueueConfirmation(rideId: string): Promise<AppError> {
  await tryEnqueue('confirm-payment', { rideId });
  return new AppError('PAYMENT_IN_PROGRESS', 'This ride is paid; the payment is being confirmed.');
}

const stateConflict = () =>
  new AppError('RIDE_STATE_CONFLICT', 'This ride is no longer waiting for payment.');
