import { api } from '#web/lib/api-client.ts';
import { driverRideReply } from './reply-schemas.ts';
import { receiveRides } from './ride-store.ts';

/** Starts an accepted ride. Throws `ApiError`. */
export async function startRide(rideId: string): Promise<void> {
  const body = { status: 'in_progress' };
  receiveRides([await api.patch(`/api/rides/${rideId}/status`, { body, schema: driverRideReply })]);
}
