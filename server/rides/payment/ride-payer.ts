import { rideReference } from '#common/rides/ride-reference.ts';
import type { Payer } from '../../payments/payable.ts';
import { formatAlertedRide } from '../alerts/ride-alerts.ts';
import { findOrder, ridesOf } from '../order/ride-order.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

/** Describes who paid for a ride, and the other ride of the same payment. @throws AppError NOT_FOUND */
export async function describeRider(rideId: string): Promise<Payer> {
  const ride = await findRide(rideId);
  const { customerName, customerEmail, customerPhone, paymentIntentId } = ride;
  const others = ridesOf(await findOrder(ride)).filter(({ id }) => id !== rideId);
  return {
    name: formatAlertedRide(ride),
    replyTo: { name: customerName, address: customerEmail },
    rows: [
      ['Ride', rideReference(rideId)],
      ...others.map(
        (other) =>
          ['Paid together with', `${formatAlertedRide(other)} (${rideReference(other.id)})`] as const,
      ),
      ['Rider', `${customerName}, ${customerEmail}, ${customerPhone}`],
      ...(paymentIntentId ? [['Payment at Stripe', paymentIntentId] as const] : []),
    ],
  };
}

/** Records on the ride, once, that operations got an alert about its payment. */
export async function recordOnRide(rideId: string, alertKey: string): Promise<void> {
  await RideModel.updateOne(
    { _id: rideId, paymentAlerts: { $ne: alertKey } },
    { $push: { paymentAlerts: alertKey } },
  );
}
