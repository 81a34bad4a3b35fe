import { rideChangedErrorForParty } from './ride-changed-error.ts';
import type { RideRecord } from './ride-model.ts';
import { findRide } from './ride-queries.ts';

/** Rides change rarely, so a few attempts are enough. */
const ATTEMPTS = 5;

/**
 * Reads a ride and changes it with optimistic locking; retries when it was changed concurrently.
 *
 * @param change returns null when the ride had changed
 * @throws AppError RIDE_CHANGED, worded for its rider or driver, when all attempts fail; NOT_FOUND; what
 * `change` throws
 */
export async function changeWithRetry(
  rideId: string,
  change: (ride: RideRecord) => Promise<RideRecord | null>,
): Promise<RideRecord> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const changed = await change(await findRide(rideId));
    if (changed) return changed;
  }
  throw rideChangedErrorForParty(await findRide(rideId));
}
