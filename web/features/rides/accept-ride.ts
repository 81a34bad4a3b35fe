import { moveRide } from '#common/rides/rides-api.ts';

import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { abandonAccept, beginAccept, receiveRides, useRideStore } from './ride-store.ts';

const isAccepting = (rideId: string) =>
  useRideStore.getState().offers.posted.some(({ offer, isAccepting }) => offer.id === rideId && isAccepting);

/**
 * Accepts an offer for a driver; while one accept of it is on its way, a second does nothing.
 * Throws `ApiError` after the board shows what became of the offer: "Taken" if somebody was first (409), else open again.
 *
 * @returns whether this call accepted it
 */
export async function acceptRide(rideId: string, driverId: string): Promise<boolean> {
  if (isAccepting(rideId)) return false;
  beginAccept(rideId);
  try {
    receiveRides([await call(moveRide, { rideId, status: 'accepted', driverId })]);
    return true;
  } catch (error) {
    abandonAccept(rideId, { isTaken: error instanceof ApiError && error.status === 409 });
    throw error;
  }
}
