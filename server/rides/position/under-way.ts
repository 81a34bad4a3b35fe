import { positionOfLocation } from '#common/places/place-positions.ts';
import type { Point } from '#common/places/point.ts';
import { isUnderWay } from '#common/rides/position.ts';
import type { RideRecord } from '../ride-model.ts';
import { listOpenRides } from '../ride-queries.ts';

/** A ride whose driver is on the road for it, as far as positions are concerned. */
export interface RideUnderWay {
  rideId: string;
  riderId: string;
  /** It has begun. */
  isOnRide: boolean;
  shareKey: string | null;
  /** Where the driver is going to; null for an address that nobody has looked up, and by the hour. */
  nextStop: Point | null;
}

/** For how long what was read counts, in milliseconds, if no change of the driver's rides is heard of before. */
const COUNTS_MS = 10_000;

interface Read {
  at: number;
  rides: Promise<RideUnderWay[]>;
}

const reads = new Map<string, Read>();

/** Where its driver is going to. */
export function nextStopOf(ride: RideRecord): Point | null {
  if (ride.status === 'accepted') return ride.arrivedAt ? null : positionOfLocation(ride.pickupLocation);
  return ride.hours === null ? positionOfLocation(ride.dropoffLocation) : null;
}

/** The rides that a driver is on the road for, read at most once in ten seconds unless they change. */
export function ridesUnderWay(driverId: string): Promise<RideUnderWay[]> {
  const known = reads.get(driverId);
  if (known && Date.now() - known.at < COUNTS_MS) return known.rides;
  const read: Read = {
    at: Date.now(),
    rides: listOpenRides({ driverId }).then((rides) =>
      rides.filter(isUnderWay).map((ride) => ({
        rideId: ride.id,
        riderId: ride.riderId,
        isOnRide: ride.status === 'in_progress',
        shareKey: ride.share?.key ?? null,
        nextStop: nextStopOf(ride),
      })),
    ),
  };
  reads.set(driverId, read);
  read.rides.catch(() => reads.delete(driverId));
  return read.rides;
}

/** Has a driver's rides read anew: one of them changed. */
export const forgetRidesUnderWay = (driverId: string): boolean => reads.delete(driverId);

/** The same for every driver: changes were missed. */
export const forgetAllUnderWay = (): void => reads.clear();

/** Drops what nobody has asked for in the last ten seconds. */
export function dropOldReads(): void {
  for (const [driverId, { at }] of reads) if (Date.now() - at > COUNTS_MS) reads.delete(driverId);
}
