import { AppError } from '#common/errors.ts';
import { isStaffRole, type Role } from '#common/users/user.ts';
import type { Slots } from '../http/session.ts';
import { findUsers } from './accounts.ts';
import { isOfDemo } from './seed-users.ts';
import type { UserRecord } from './user-model.ts';

type Person = Pick<UserRecord, 'name' | 'email' | 'role'>;

const placeOf = (role: Role): string => (isStaffRole(role) ? 'staff' : role);

/**
 * Authorizes signing somebody in beside others of the same browser. Each account has one role, so rider and driver may
 * be one person or two: the one who signs in is asked. Staff are on their own. Of the demo several are signed in at once,
 * beside whom anybody may be.
 *
 * @param isAgreed whether they were asked, and agreed
 * @throws SOMEBODY_SIGNED_IN with the question, STAFF_ALONE
 */
export async function authorizeBeside(
  newcomer: Person,
  { riderId, driverId, staffId }: Slots,
  isAgreed: boolean,
): Promise<void> {
  const present = await findUsers([riderId, driverId, staffId].filter((id) => id !== undefined));
  const others = present.filter((user) => placeOf(user.role) !== placeOf(newcomer.role) && !isOfDemo(user));
  if (others.length === 0 || isOfDemo(newcomer)) return;
  const names = others.map(({ name }) => name).join(' and ');
  if ([newcomer, ...others].some(({ role }) => isStaffRole(role))) {
    throw new AppError(
      'STAFF_ALONE',
      `${names} ${others.length > 1 ? 'are' : 'is'} signed in here, and staff sign in alone. Please sign out first.`,
    );
  }
  if (!isAgreed) throw new AppError('SOMEBODY_SIGNED_IN', `Sign in as ${newcomer.name} beside ${names}?`);
}
