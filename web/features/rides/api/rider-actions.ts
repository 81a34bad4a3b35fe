import { isRiderRide, type RiderRide } from '#common/rides/ride.ts';
import * as api from '#common/rides/rides-api.ts';
import * as tripApi from '#common/rides/trip-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from '../store/ride-store.ts';

/**
 * Reads a rider's own ride.
 * @throws ApiError 404 when it is not their ride; Error when they are its driver
 */
export async function readRiderRide(rideId: string, signal?: AbortSignal): Promise<RiderRide> {
  const ride = await call(api.readRide, { rideId }, { signal });
  if (!isRiderRide(ride)) throw new Error('This is the ride as its driver sees it.');
  receiveRides([ride]);
  return ride;
}

/** Creates the trip link of a rider's ride. @throws ApiError */
export async function shareRide(rideId: string): Promise<void> {
  receiveRides([await call(tripApi.shareRide, { rideId })]);
}

/** Revokes the trip link of a rider's ride. @throws ApiError */
export async function stopSharingRide(rideId: string): Promise<void> {
  receiveRides([await call(tripApi.stopSharingRide, { rideId })]);
}

/** Sets whether the driver must enter the start PIN. @throws ApiError */
export async function setStartPin(rideId: string, isWanted: boolean): Promise<void> {
  receiveRides([await call(api.setStartPin, { rideId, isWanted })]);
}
