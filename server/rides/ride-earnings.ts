import type { QueryFilter } from 'mongoose';
import { driverEarnings } from '#common/rides/driver-earnings.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import type { StatementRide } from '#common/statements/statement.ts';
import type { Span } from '#common/statements/week.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from './ride-model.ts';

/** What a ride earned its driver. */
export interface RideEarning extends StatementRide {
  driverId: string;
}

interface EarningsSearch {
  span: Span;
  /** Limits the search to this driver. */
  driverId?: string | undefined;
}

/**
 * Lists the drivers' earnings within a span, oldest first. A ride counts when it was completed, or when it
 * was cancelled with a fee.
 */
export async function listEarnings({ span, driverId }: EarningsSearch): Promise<RideEarning[]> {
  const isWithin = { $gte: span.from, $lt: span.to };
  const ofDriver = driverId ? { driverId } : { driverId: { $ne: null } };
  const found = await Promise.all([
    RideModel.find({ ...ofDriver, status: 'completed', completedAt: isWithin }).lean<RideDoc[]>(),
    RideModel.find({
      ...ofDriver,
      ...FEE_KEPT,
      history: { $elemMatch: { change: 'cancelled', at: isWithin } },
    }).lean<RideDoc[]>(),
  ]);
  return found
    .flat()
    .flatMap((doc) => toEarning(toRideRecord(doc)) ?? [])
    .toSorted((one, other) => one.at.localeCompare(other.at) || one.rideId.localeCompare(other.rideId));
}

/** Whether a driver earned anything before an instant. */
export async function hasEarnedBefore(driverId: string, before: Date): Promise<boolean> {
  const found = await RideModel.exists({
    driverId,
    $or: [
      { status: 'completed', completedAt: { $lt: before } },
      { ...FEE_KEPT, history: { $elemMatch: { change: 'cancelled', at: { $lt: before } } } },
    ],
  });
  return found !== null;
}

/** What these rides earn as of now; rides that earn nothing are left out. */
export async function findEarnings(rideIds: readonly string[]): Promise<RideEarning[]> {
  const docs = await RideModel.find({ _id: { $in: rideIds } }).lean<RideDoc[]>();
  return docs.flatMap((doc) => toEarning(toRideRecord(doc)) ?? []);
}

const FEE_KEPT: QueryFilter<RideDoc> = { status: 'cancelled', 'cancellation.feeCents': { $gt: 0 } };

function toEarning(ride: RideRecord): RideEarning | null {
  const at = ride.status === 'completed' ? ride.completedAt : cancelledAt(ride);
  const { driverId, status } = ride;
  if (!at || !driverId || (status !== 'completed' && status !== 'cancelled')) return null;
  return {
    driverId,
    rideId: ride.id,
    at,
    kind: status,
    rideType: ride.rideType,
    bookingType: ride.bookingType,
    hours: ride.hours,
    pickupLocation: ride.pickupLocation,
    dropoffLocation: ride.dropoffLocation,
    ...driverEarnings(ride),
    ...(isUnderReview(ride) && { isUnderReview: true }),
  };
}

const cancelledAt = ({ cancellation, history }: RideRecord): string | null =>
  (cancellation?.feeCents && history.findLast(({ change }) => change === 'cancelled')?.at) || null;
