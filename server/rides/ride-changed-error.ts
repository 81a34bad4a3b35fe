import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { formatAge, isJustNow } from '#common/format-age.ts';
import { changeLabel, formatChange } from '#common/rides/format-change.ts';
import { STAFF_ONLY_CHANGES } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { databaseClock } from '../infra/database-clock.ts';
import type { RideRecord } from './ride-model.ts';

/**
 * Builds the refusal for staff who changed a ride too late. Names who changed it first, what and when, from
 * the last history line.
 */
export function rideChangedError({ history }: RideRecord): AppError {
  const last = history.at(-1);
  if (!last) throw new Error('a ride has at least one line of history');
  return new AppError('RIDE_CHANGED', `${formatChange(last)} ${ageOf(last)}; the board is up to date.`);
}

/** Builds the refusal for the rider or driver, which says what changed but not by whom. */
export function rideChangedErrorForParty({ history }: RideRecord): AppError {
  const last = history.findLast(({ change }) => !STAFF_ONLY_CHANGES.includes(change));
  const what = last ? `${changeLabel(last.change)}, ` : '';
  const when = last ? ageOf(last) : 'a moment ago';
  return new AppError('RIDE_CHANGED', `Your ride has since changed: ${what}${when}. Please look again.`);
}

function ageOf({ at }: { at: string | Date }): string {
  const [then, now] = [new Date(at), databaseClock.now()];
  return isJustNow(then, now) ? 'a moment ago' : formatAge(then, now);
}

/** Builds the RIDE_CHANGED refusal, worded for staff or for the rider or driver. */
export const rideChangedErrorFor = ({ role }: AuditActor, ride: RideRecord): AppError =>
  isStaffRole(role) ? rideChangedError(ride) : rideChangedErrorForParty(ride);

/** Checks that the ride still has the version that was on screen. @throws AppError RIDE_CHANGED */
export function requireVersion(ride: RideRecord, version: number): void {
  if (ride.version !== version) throw rideChangedError(ride);
}
