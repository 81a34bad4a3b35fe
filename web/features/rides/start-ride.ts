import { moveRide } from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from './ride-store.ts';

/** Starts an accepted ride. Throws `ApiError`. */
export async function startRide(rideId: string): Promise<void> {
  receiveRides([await call(moveRide, { rideId, status: 'in_progress' })]);
}
