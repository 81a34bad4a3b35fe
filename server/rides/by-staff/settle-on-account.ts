import { staffRoleSchema } from '#common/users/user.ts';
import { cancelPayment, paymentStatusError } from '../../payments/stripe-payments.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { settleRide } from '../payment/payment-outcomes.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

/**
 * Settles a ride booked by phone on account, in the name of who booked it, also when a crash interrupted its
 * booking. If its rider could open a payment meanwhile, cancels that first; if it was paid, confirms it
 * instead. Does nothing once the ride is settled. Other rides booked by phone have a charge, and get their
 * payment link by mail when they are published.
 *
 * @returns the ride, still pending while the bank is processing its payment
 * @throws AppError PAYMENT_PROVIDER
 */
export async function settleOnAccount(ride: RideRecord): Promise<RideRecord> {
  if (ride.paymentStatus !== 'pending' || ride.charges.length > 0) return ride;
  const paymentIntentId = ride.paymentIntentId ?? null;
  if (paymentIntentId) {
    const payment = await cancelPayment(paymentIntentId).catch((error: unknown) => {
      throw paymentStatusError(error, { operation: 'cancel payment', rideId: ride.id });
    });
    if (payment.isPaid) await confirmPayment(ride.id);
    if (!payment.isCancelled) return findRide(ride.id);
  }
  const settled = await settleRide(ride.id, {
    guard: { status: 'requested', paymentStatus: 'pending', paymentIntentId },
    patch: { paymentStatus: 'on_account', paymentIntentId: null },
    by: ride.history[0]?.by,
  });
  if (settled) return settled;
  const current = await findRide(ride.id);
  return current.paymentIntentId === paymentIntentId ? current : settleOnAccount(current);
}

/**
 * Settles the rides on account that their booking left pending because its process died: those that staff
 * booked without charging the fare. One that fails does not keep the others back.
 *
 * @param before leaves out rides booked later, which are probably being settled now
 * @throws EachAsyncMultiError when some could not be settled
 */
export const settleUnsettledOnAccount = (before: Date): Promise<void> =>
  RideModel.find({
    status: 'requested',
    paymentStatus: 'pending',
    'history.0.by.role': { $in: staffRoleSchema.options },
    'charges.kind': { $ne: 'booking' },
    createdAt: { $lt: before },
  })
    .lean<RideDoc>()
    .cursor()
    .eachAsync(async (doc) => void (await settleOnAccount(toRideRecord(doc))), { continueOnError: true });
