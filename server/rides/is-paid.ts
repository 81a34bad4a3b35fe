import { SETTLED } from '#common/rides/status.ts';
import { RideModel } from './ride-model.ts';

/** Whether there is such a ride, and it is paid for or waived. */
export async function isPaid(rideId: string): Promise<boolean> {
  return (await RideModel.exists({ _id: rideId, paymentStatus: { $in: SETTLED } })) !== null;
}
