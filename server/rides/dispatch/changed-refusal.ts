import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { formatAge } from '#common/format-age.ts';
import { changeInWords, changeLabel } from '#common/rides/change-in-words.ts';
import { STAFF_ONLY_CHANGES } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';

const JUST_NOW = 'Just now';

/** The refusal of who was second to change a ride: who was first, with what and when, by its last line of history. */
export function changedRefusal({ history }: RideRecord): AppError {
  const last = history.at(-1);
  if (!last) throw new Error('a ride has at least one line of history');
  const age = formatAge(new Date(last.at), databaseClock.now());
  const when = age === JUST_NOW ? 'a moment ago' : age;
  return new AppError('RIDE_CHANGED', `${changeInWords(last)} ${when}; the board is up to date.`);
}

/** The same for its rider or driver, who reads of nobody's part in it but what happened. */
export function changedForParty({ history }: RideRecord): AppError {
  const last = history.findLast(({ change }) => !STAFF_ONLY_CHANGES.includes(change));
  const what = last ? `${changeLabel(last.change)}, ` : '';
  const age = last && formatAge(new Date(last.at), databaseClock.now());
  const when = !age || age === JUST_NOW ? 'a moment ago' : age;
  return new AppError('RIDE_CHANGED', `Your ride has changed meanwhile: ${what}${when}. Please look again.`);
}

/** RIDE_CHANGED in the words for staff, or for its rider or driver. */
export const changedFor = ({ role }: AuditActor, ride: RideRecord): AppError =>
  isStaffRole(role) ? changedRefusal(ride) : changedForParty(ride);

/** @throws AppError RIDE_CHANGED when the ride is not at the version that a screen showed */
export function requireVersion(ride: RideRecord, version: number): void {
  if (ride.version !== version) throw changedRefusal(ride);
}
