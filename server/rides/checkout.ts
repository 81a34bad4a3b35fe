import { AppError } from '#common/errors.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { providerFailure } from '../payments/provider-failure.ts';
import { cancelPayment, openPayment, readPayment } from '../payments/stripe-payments.ts';
import { RideModel } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';
import { waivePayment } from './waive-payment.ts';

const movedOn = () => new AppError('RIDE_STATE_CONFLICT', 'This ride is no longer waiting for payment.');

/**
 * Opens an unpaid ride's payment and remembers it with the ride; done twice, it is the same payment. A ride that promo code and gift
 * card pay for is settled at once.
 *
 * @returns the client secret, with which a browser can pay; `no_payment_required` when nothing is due
 * Throws PAYMENT_PROVIDER, or RIDE_STATE_CONFLICT when the ride was called off meanwhile.
 */
export async function openCheckout(ride: RideRecord): Promise<string> {
  if (ride.fare.totalCents === 0) {
    await waivePayment(ride);
    return NO_PAYMENT_REQUIRED;
  }
  const payment = await openPayment({
    rideId: ride.id,
    riderId: ride.riderId,
    amountCents: ride.fare.totalCents,
  });
  const { matchedCount } = await RideModel.updateOne(
    { _id: ride.id, paymentStatus: 'pending' },
    { $set: { paymentIntentId: payment.id } },
  );
  if (matchedCount > 0) return payment.clientSecret;

  await cancelPayment(payment.id);
  throw movedOn();
}

/**
 * The client secret of an unpaid ride's payment, once more. Throws PAYMENT_PROVIDER, PAYMENT_IN_PROGRESS when it is paid or a bank
 * decides on it, or RIDE_STATE_CONFLICT when the ride is over.
 */
export async function reopenCheckout(ride: RideRecord): Promise<string> {
  if (ride.paymentStatus === 'waived') return NO_PAYMENT_REQUIRED;
  if (ride.paymentStatus !== 'pending') throw movedOn();
  if (!ride.paymentIntentId) return openCheckout(ride);

  const payment = await readPayment(ride.paymentIntentId).catch((error: unknown) => {
    throw providerFailure(error);
  });
  if (payment.isCancelled) throw movedOn();
  if (!payment.isPaid && !payment.isProcessing) return payment.clientSecret;

  await tryEnqueue('confirm-payment', { rideId: ride.id });
  throw new AppError('PAYMENT_IN_PROGRESS', 'This ride is paid; the payment is being confirmed.');
}
