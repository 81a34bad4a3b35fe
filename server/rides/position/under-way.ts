import { positionOfLocation } from '#common/places/place-positions.ts';
import type { Point } from '#common/places/point.ts';
import { isUnderWay } from '#common/rides/position.ts';
import { ASSIGNED_STATUSES, NO_STAMPS, STAMPS_PROJECTED, type Stamped } from '#common/rides/ride-states.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** A ride whose driver is under way, with the fields that positions need. */
export interface RideUnderWay {
  rideId: string;
  riderId: string;
  city: string;
  /** Whether the ride has begun. */
  isOnRide: boolean;
  shareKey: string | null;
  /** The driver's next stop after this many passed stops; null when its coordinates are unknown. */
  nextStop: (passedStops: number) => Point | null;
  /** The addresses of the stops; empty before the ride begins. */
  stops: readonly string[];
}

/** How long a cached read is valid, in milliseconds, unless the driver's rides change before. */
const COUNTS_MS = 10_000;

interface Read {
  at: number;
  rides: Promise<RideUnderWay[]>;
}

const reads = new Map<string, Read>();

/**
 * The driver's next stop. Null when its coordinates are unknown, after arrival at the pickup, and on hourly
 * rides.
 */
function nextStopOf(ride: Driven, passedStops: number): Point | null {
  if (ride.status === 'accepted') return ride.arrivedAt ? null : positionOfLocation(ride.pickupLocation);
  if (ride.hours !== null) return null;
  return positionOfLocation(ride.stops?.[passedStops] ?? ride.dropoffLocation);
}

/**
 * Only the fields that positions need: with a thousand drivers on the road there are hundreds of reads per
 * second.
 */
const FIELDS = {
  riderId: 1,
  city: 1,
  status: 1,
  ...STAMPS_PROJECTED,
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
  | keyof Stamped
  | 'share'
  | 'pickupLocation'
  | 'dropoffLocation'
  | 'stops'
  | 'hours'
>;

/** Reads the rides a driver is under way for. Rides stored before stamps existed have none. */
async function readUnderWay(driverId: string): Promise<RideUnderWay[]> {
  const rides = await RideModel.find({ driverId, status: { $in: ASSIGNED_STATUSES } }, FIELDS).lean<
    Driven[]
  >();
  return rides
    .map((ride) => ({ ...NO_STAMPS, ...ride }))
    .filter(isUnderWay)
    .map((ride) => ({
      rideId: ride._id.toHexString(),
      riderId: ride.riderId,
      city: ride.city,
      isOnRide: ride.status === 'in_progress',
      shareKey: ride.share?.key ?? null,
      nextStop: (passedStops: number) => nextStopOf(ride, passedStops),
      // Rides stored before stops existed have none.
      stops: ride.status === 'in_progress' ? (ride.stops ?? []) : [],
    }));
}

/** Returns the rides that a driver is under way for. Cached for ten seconds unless they change. */
export function ridesUnderWay(driverId: string): Promise<RideUnderWay[]> {
  const known = reads.get(driverId);
  if (known && performance.now() - known.at < COUNTS_MS) return known.rides;
  dropOldReads();
  const read: Read = { at: performance.now(), rides: readUnderWay(driverId) };
  reads.set(driverId, read);
  read.rides.catch(() => reads.delete(driverId));
  return read.rides;
}

/** Invalidates the cache of a driver after one of their rides changed. */
export const forgetRidesUnderWay = (driverId: string): boolean => reads.delete(driverId);

/** Invalidates the cache of all drivers, after changes may have been missed. */
export const forgetAllUnderWay = (): void => reads.clear();

/** Drops expired entries, so that drivers who stopped sending do not stay in memory. */
function dropOldReads(): void {
  for (const [driverId, { at }] of reads) if (performance.now() - at > COUNTS_MS) reads.delete(driverId);
}
