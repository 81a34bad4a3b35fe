import type { DriverRide } from '#common/rides/ride.ts';
import * as api from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from './ride-store.ts';

/** Completes a ride under way, its estimate being the fare (specification section 4). Throws `ApiError`. */
export async function completeRide({ id, estimatedFare }: DriverRide): Promise<void> {
  receiveRides([await call(api.completeRide, { rideId: id, actualFare: estimatedFare })]);
}
