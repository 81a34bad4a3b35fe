import { RideModel } from './ride-model.ts';

/** Whether there is a ride with this id. */
export const isRide = async (rideId: string): Promise<boolean> =>
  (await RideModel.exists({ _id: rideId })) !== null;
