import { RideModel } from './ride-model.ts';

/** Notes on a ride, once, what the house was told of its payment, by the notice's key. */
export async function recordOnRide(rideId: string, noticeKey: string): Promise<void> {
  await RideModel.updateOne(
    { _id: rideId, paymentAlerts: { $ne: noticeKey } },
    { $push: { paymentAlerts: noticeKey } },
  );
}
