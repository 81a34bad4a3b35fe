import { changedForParty } from '../dispatch/changed-refusal.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

/** A ride changes a few times in its life, not a few times in a moment. */
const ATTEMPTS = 5;

/**
 * Reads a ride and changes it as it was read; where somebody else changed it meanwhile, once more as it is now.
 *
 * @param change returns null when the ride had changed
 * @throws AppError RIDE_CHANGED, in words for its rider or driver, when it changes all the time; NOT_FOUND; what `change` throws
 */
export async function changeAsRead(
  rideId: string,
  change: (ride: RideRecord) => Promise<RideRecord | null>,
): Promise<RideRecord> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const changed = await change(await findRide(rideId));
    if (changed) return changed;
  }
  throw changedForParty(await findRide(rideId));
}
