import type { DriverRide } from '#common/rides/ride.ts';
import { api } from '#web/lib/api-client.ts';
import { driverRideReply } from './reply-schemas.ts';
import { receiveRides } from './ride-store.ts';

/** Completes a ride under way, its estimate being the fare (specification section 4). Throws `ApiError`. */
export async function completeRide({ id, estimatedFare }: DriverRide): Promise<void> {
  const body = { actualFare: estimatedFare };
  receiveRides([await api.patch(`/api/rides/${id}/complete`, { body, schema: driverRideReply })]);
}
