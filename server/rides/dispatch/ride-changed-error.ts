import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { formatAge } from '#common/format-age.ts';
import { changeInWords, changeLabel } from '#common/rides/change-in-words.ts';
import { STAFF_ONLY_CHANGES } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';

const JUST_NOW = 'Just now';

/**
 * Builds the refusal for staff who changed a ride too late. Names who changed it first, what and when, from
 * the last history line.
 */
export function rideChangedError({ history }: RideRecord): AppError {
  const last = history.at(-1);
  if (!last) throw new Error('a ride has at least one line of history');
  const age = formatAge(new Date(last.at), databaseClock.now());
  const when = age === JUST_NOW ? 'a moment ago' : age;
  return new AppError('RIDE_CHANGED', `${changeInWords(last)} ${when}; the board is up to date.`);
}

/** Builds the refusal for the rider or driver, which says what changed but not by whom. */
export function rideChangedErrorForParty({ history }: RideRecord): AppError {
  const last = history.findLast(({ change }) => !STAFF_ONLY_CHANGES.includes(change));
  const what = last ? `${changeLabel(last.change)}, ` : '';
  const age = last && formatAge(new Date(last.at), databaseClock.now());
  const when = !age || age === JUST_NOW ? 'a moment ago' : age;
  return new AppError('RIDE_CHANGED', `Your ride has since changed: ${what}${when}. Please look again.`);
}

/** Builds the RIDE_CHANGED refusal, worded for staff or for the rider or driver. */
export const rideChangedErrorFor = ({ role }: AuditActor, ride: RideRecord): AppError =>
  isStaffRole(role) ? rideChangedError(ride) : rideChangedErrorForParty(ride);

/** Checks that the ride still has the version that was on screen. @throws AppError RIDE_CHANGED */
export function requireVersion(ride: RideRecord, version: number): void {
  if (ride.version !== version) throw rideChangedError(ride);
}
