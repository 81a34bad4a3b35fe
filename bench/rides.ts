import { presentDriverRide, presentOffer, presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { rideRecord } from '#server/testing/ride-record.ts';
import { marked } from './clients/tally.ts';

/** A ride that was just paid for: an offer to every driver who watches. */
export function offeredRide(number: number): RideRecord {
  const ride = rideRecord(['requested', 'paid']);
  return { ...ride, pickupLocation: marked(number, ride.pickupLocation) };
}

/** A ride under way, at this change of it. */
export function startedRide(number: number, riderId: string, driverId: string): RideRecord {
  const ride = rideRecord(['requested', 'paid', 'accepted', 'in_progress'], {
    riderId,
    driverId,
    driver: { firstName: 'Dee', vehicle: 'Black Cadillac Escalade, NV 123-ABC' },
    status: 'in_progress',
  });
  return { ...ride, pickupLocation: marked(number, ride.pickupLocation) };
}

/** The very text in which our server tells a change, for a floor to send without any work of its own. */
export const offerText = (ride: RideRecord): string =>
  `42${JSON.stringify(['offer:added', [presentOffer(ride)]])}`;
export const riderText = (ride: RideRecord): string =>
  `42${JSON.stringify(['ride:changed', [presentRiderRide(ride)]])}`;
export const driverText = (ride: RideRecord): string =>
  `42${JSON.stringify(['ride:changed', [presentDriverRide(ride, new Date())]])}`;
