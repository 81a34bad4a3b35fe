import { DAY_MS } from '#common/durations.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { presentDriverRide, presentOffer, presentRiderRide } from '#server/rides/present-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { rideRecord } from '#server/testing/ride-record.ts';

// Rides for every program under measurement. The number of a change is the beginning of the pickup location,
// which every view of a ride contains; `Tally` reads it there.

/** A ride that was just paid for, and is an offer to every watching driver. */
export function offeredRide(number: number): RideRecord {
  const ride = rideRecord(['requested', 'paid']);
  return { ...ride, pickupLocation: `#${number} ${ride.pickupLocation}` };
}

/** An accepted ride that has not begun. */
export const acceptedRide = (riderId: string, driverId: string): RideRecord =>
  rideRecord(['requested', 'paid', 'accepted'], {
    riderId,
    driverId,
    driver: { firstName: 'Dee', vehicle: 'Black Cadillac Escalade, NV 123-ABC' },
    status: 'accepted',
  });

/** A ride that was completed a day ago. */
export function completedRide(riderId: string, driverId: string): RideRecord {
  const at = new Date(Date.now() - DAY_MS).toISOString();
  const ride = acceptedRide(riderId, driverId);
  const history = ride.history.map((entry) => ({ ...entry, at }));
  return { ...ride, status: 'completed', completedAt: at, history };
}

/** A ride under way, as of the change with this number. */
export function startedRide(number: number, riderId: string, driverId: string): RideRecord {
  const ride = rideRecord(['requested', 'paid', 'accepted', 'in_progress'], {
    riderId,
    driverId,
    driver: { firstName: 'Dee', vehicle: 'Black Cadillac Escalade, NV 123-ABC' },
    status: 'in_progress',
  });
  return { ...ride, pickupLocation: `#${number} ${ride.pickupLocation}` };
}

/** The packets that our server emits, for a baseline to send without composing them. */
export const offerText = (ride: RideRecord): string =>
  `42${JSON.stringify(['offer:added', [presentOffer(ride)]])}`;
export const riderText = (ride: RideRecord): string =>
  `42${JSON.stringify(['ride:changed', [presentRiderRide(ride)]])}`;

/** Rides in memory, in place of MongoDB. */
const rides = new Map<string, RideRecord>();

/** Returns the stored ride, or its state before its first change. */
export const readRide = (rideId: string, riderId: string, driverId: string): RideRecord =>
  rides.get(rideId) ?? startedRide(-1, riderId, driverId);

/** Changes a ride by updating one entry of a map, in every server under measurement. */
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

/** The reply of every server under measurement. */
export const replyOf = (ride: RideRecord): DriverRide => presentDriverRide(ride, new Date());
