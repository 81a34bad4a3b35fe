import type { DriverRide } from '#common/rides/ride.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { rideRecord } from '#server/testing/ride-record.ts';

// Rides for every program under measurement. The number of a change stands at the head of the pickup
// location, which every view of a ride has; `Tally` reads it there.

/** A ride that was just paid for: an offer to every driver who watches. */
export function offeredRide(number: number): RideRecord {
  const ride = rideRecord(['requested', 'paid']);
  return { ...ride, pickupLocation: `#${number} ${ride.pickupLocation}` };
}

/** A booked ride that has its driver, and has not begun. */
export const acceptedRide = (riderId: string, driverId: string): RideRecord =>
  rideRecord(['requested', 'paid', 'accepted'], {
    riderId,
    driverId,
    driver: { firstName: 'Dee', vehicle: 'Black Cadillac Escalade, NV 123-ABC' },
    status: 'accepted',
  });

/** A ride under way, after this change. */
export function startedRide(number: number, riderId: string, driverId: string): RideRecord {
  const ride = rideRecord(['requested', 'paid', 'accepted', 'in_progress'], {
    riderId,
    driverId,
    driver: { firstName: 'Dee', vehicle: 'Black Cadillac Escalade, NV 123-ABC' },
    status: 'in_progress',
  });
  return { ...ride, pickupLocation: `#${number} ${ride.pickupLocation}` };
}

/** The same packets our server emits, for a baseline to send without any work of its own. */
export const offerText = (ride: RideRecord): string =>
  `42${JSON.stringify(['offer:added', [presentOffer(ride)]])}`;
export const riderText = (ride: RideRecord): string =>
  `42${JSON.stringify(['ride:changed', [presentRiderRide(ride)]])}`;

/** Rides in memory, in place of MongoDB. */
const rides = new Map<string, RideRecord>();

/** A ride of the map as it is, or as it would be before its first change. */
export const readRide = (rideId: string, riderId: string, driverId: string): RideRecord =>
  rides.get(rideId) ?? startedRide(-1, riderId, driverId);

/** What every server under measurement does to change a ride: updates one entry of a map. */
export function moveRide(rideId: string, riderId: string, driverId: string): RideRecord {
  const known = readRide(rideId, riderId, driverId);
  const number = Number(/^#(-?\d+)/.exec(known.pickupLocation)?.[1]) + 1;
  const moved = {
    ...known,
    id: rideId,
    version: known.version + 1,
    pickupLocation: known.pickupLocation.replace(/^#-?\d+/, `#${number}`),
  };
  rides.set(rideId, moved);
  return moved;
}

/** What every server under measurement replies. */
export const replyOf = (ride: RideRecord): DriverRide => presentDriverRide(ride, new Date());
