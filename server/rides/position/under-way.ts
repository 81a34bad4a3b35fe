import { positionOfLocation } from '#common/places/place-positions.ts';
import type { Point } from '#common/places/point.ts';
import { isUnderWay } from '#common/rides/position.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** A ride whose driver is on the road for it, as far as positions are concerned. */
export interface RideUnderWay {
  rideId: string;
  riderId: string;
  city: string;
  /** It has begun. */
  isOnRide: boolean;
  shareKey: string | null;
  /** Where the driver is going to, once so many stops on the way are passed; null where that is not known. */
  nextStop: (passedStops: number) => Point | null;
  /** The addresses of the stops on the way; none before the ride begins. */
  stops: readonly string[];
}

/** For how long what was read counts, in milliseconds, if no change of the driver's rides is heard of before. */
const COUNTS_MS = 10_000;

interface Read {
  at: number;
  rides: Promise<RideUnderWay[]>;
}

const reads = new Map<string, Read>();

/** Where its driver is going to; null for an address that nobody has looked up, and by the hour. */
function nextStopOf(ride: Driven, passedStops: number): Point | null {
  if (ride.status === 'accepted') return ride.arrivedAt ? null : positionOfLocation(ride.pickupLocation);
  if (ride.hours !== null) return null;
  return positionOfLocation(ride.stops?.[passedStops] ?? ride.dropoffLocation);
}

/** What of a ride positions need: with a thousand drivers on the road there are hundreds of reads a second. */
const FIELDS = {
  riderId: 1,
  city: 1,
  status: 1,
  enRouteAt: 1,
  arrivedAt: 1,
  share: 1,
  pickupLocation: 1,
  dropoffLocation: 1,
  stops: 1,
  hours: 1,
} as const;

type Driven = Pick<
  RideDoc,
  | '_id'
  | 'riderId'
  | 'city'
  | 'status'
  | 'enRouteAt'
  | 'arrivedAt'
  | 'share'
  | 'pickupLocation'
  | 'dropoffLocation'
  | 'stops'
  | 'hours'
>;

/** Of those that a driver has; rides stored before stamps existed have none. */
async function readUnderWay(driverId: string): Promise<RideUnderWay[]> {
  const rides = await RideModel.find({ driverId, status: { $in: ['accepted', 'in_progress'] } }, FIELDS).lean<
    Driven[]
  >();
  return rides
    .map(({ enRouteAt = null, arrivedAt = null, ...ride }) => ({ ...ride, enRouteAt, arrivedAt }))
    .filter(isUnderWay)
    .map((ride) => ({
      rideId: ride._id.toHexString(),
      riderId: ride.riderId,
      city: ride.city,
      isOnRide: ride.status === 'in_progress',
      shareKey: ride.share?.key ?? null,
      nextStop: (passedStops: number) => nextStopOf(ride, passedStops),
      // Rides stored before there were any have none.
      stops: ride.status === 'in_progress' ? (ride.stops ?? []) : [],
    }));
}

/** The rides that a driver is on the road for, read at most once in ten seconds unless they change. */
export function ridesUnderWay(driverId: string): Promise<RideUnderWay[]> {
  const known = reads.get(driverId);
  if (known && performance.now() - known.at < COUNTS_MS) return known.rides;
  dropOldReads();
  const read: Read = { at: performance.now(), rides: readUnderWay(driverId) };
  reads.set(driverId, read);
  read.rides.catch(() => reads.delete(driverId));
  return read.rides;
}

/** Has a driver's rides read anew: one of them changed. */
export const forgetRidesUnderWay = (driverId: string): boolean => reads.delete(driverId);

/** The same for every driver: changes were missed. */
export const forgetAllUnderWay = (): void => reads.clear();

/** Drops what counts no more: drivers who send nothing any more would be kept for good. */
function dropOldReads(): void {
  for (const [driverId, { at }] of reads) if (performance.now() - at > COUNTS_MS) reads.delete(driverId);
}
