import { MINUTE_MS } from '../durations.ts';
import type { Cents } from '../money.ts';
import { findVehicle } from '../vehicles/catalogue.ts';
import { FREE_WAITING_MS, waitingSince } from './cancellation.ts';

/**
 * Charge per minute of waiting beyond the free time, in cents: for sedans and SUVs, and for larger vehicles.
 */
const MINUTE_CENTS = 1_00;
const LARGE_MINUTE_CENTS = 2_00;

/** The most passengers of an SUV. Vehicles with more count as large. */
const SMALL_CAPACITY = 6;

/** Returns the charge per minute of waiting beyond the free time, in cents. */
const waitingMinuteCents = (rideType: string): Cents =>
  (findVehicle(rideType)?.capacity ?? 0) > SMALL_CAPACITY ? LARGE_MINUTE_CENTS : MINUTE_CENTS;

/**
 * How long its driver has been waiting at the pickup when a ride counts as not started by mistake. Waiting as
 * long as this is charged only after a review by staff.
 */
export const NOT_STARTED_MS = 30 * MINUTE_MS;

/** Minutes of waiting beyond the free time, and their charge in cents. */
export interface Waiting {
  minutes: number;
  cents: Cents;
}

/**
 * Calculates the waiting charge of a ride that starts at an instant. Waiting counts in full minutes from the
 * later of arrival and pickup time; the first 15 are free. Null if nothing is charged.
 */
export function waitingCharge(
  ride: { rideType: string; arrivedAt: string | null; scheduledAt: string },
  startsAt: Date,
): Waiting | null {
  const since = waitingSince(ride);
  if (since === null) return null;
  const minutes = Math.floor((startsAt.getTime() - since.getTime() - FREE_WAITING_MS) / MINUTE_MS);
  return minutes > 0 ? { minutes, cents: minutes * waitingMinuteCents(ride.rideType) } : null;
}

/** Whether staff must review the waiting of a ride, because the driver may have forgotten to start it. */
export const isWaitingToBeReviewed = (waiting: Pick<Waiting, 'minutes'> | null): boolean =>
  waiting !== null && waiting.minutes * MINUTE_MS >= NOT_STARTED_MS - FREE_WAITING_MS;

/** Reduces waiting to fewer minutes at the same charge per minute; null for none. */
export const reduceWaiting = ({ minutes, cents }: Waiting, toMinutes: number): Waiting | null =>
  toMinutes > 0 ? { minutes: toMinutes, cents: (cents / minutes) * toMinutes } : null;
