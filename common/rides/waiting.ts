import type { Cents } from '../money.ts';
import { findVehicle } from '../vehicles/catalogue.ts';
import { FREE_WAITING_MS, waitingSince } from './cancellation.ts';

/** What a minute of waiting costs past those that are free, in cents: sedans and SUVs, and what is larger. */
const MINUTE_CENTS = 1_00;
const LARGE_MINUTE_CENTS = 2_00;

/** The most passengers of an SUV; what takes more is larger. */
const SMALL_CAPACITY = 6;

const MINUTE_MS = 60_000;

/** What a minute of waiting costs past those that are free, in cents. */
export const waitingMinuteCents = (rideType: string): Cents =>
  (findVehicle(rideType)?.capacity ?? 0) > SMALL_CAPACITY ? LARGE_MINUTE_CENTS : MINUTE_CENTS;

/** How long a driver waited past what is free, in whole minutes, and what that costs in cents. */
export interface Waiting {
  minutes: number;
  cents: Cents;
}

/**
 * What a driver's waiting costs when the ride starts at an instant: of the minutes since arrival or pickup time, whichever
 * is later, the first 15 are free, and one that has only begun does not count. Null where nothing is charged.
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
