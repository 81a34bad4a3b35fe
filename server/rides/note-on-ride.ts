import { RideModel } from './ride-model.ts';

/** Notes on a ride, once, what the house was told of its payment, by the notice's key. */
export async function noteOnRide(rideId: string, noticeKey: string): Promise<void> {
  await RideModel.updateOne(
    { _id: rideId, paymentNotices: { $ne: noticeKey } },
    { $push: { paymentNotices: noticeKey } },
  );
}
