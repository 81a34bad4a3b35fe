import { AppError } from '#common/errors.ts';
import { isStaffRole, type Role } from '#common/users/user.ts';
import type { Slots } from '../http/session.ts';
import { findUsers } from './accounts.ts';
import { isDemoUser } from './seed-users.ts';
import type { UserRecord } from './user-model.ts';

type Person = Pick<UserRecord, 'name' | 'email' | 'role'>;

const placeOf = (role: Role): string => (isStaffRole(role) ? 'staff' : role);

/**
 * Authorizes a sign-in in a browser where other accounts are already signed in. Since an account has a single
 * role, a rider and a driver account may belong to one person or two, so the user has to confirm. Staff must
 * sign in alone. Demo users may be signed in beside anyone.
 *
 * @param isAgreed whether the user has confirmed
 * @throws AppError SOMEBODY_SIGNED_IN with the question to confirm
 * @throws AppError STAFF_ALONE
 */
export async function authorizeBeside(
  newcomer: Person,
  { riderId, driverId, staffId }: Slots,
  isAgreed: boolean,
): Promise<void> {
  const present = await findUsers([riderId, driverId, staffId].filter((id) => id !== undefined));
  const others = present.filter((user) => placeOf(user.role) !== placeOf(newcomer.role) && !isDemoUser(user));
  if (others.length === 0 || isDemoUser(newcomer)) return;
  const names = others.map(({ name }) => name).join(' and ');
  if ([newcomer, ...others].some(({ role }) => isStaffRole(role))) {
    throw new AppError(
      'STAFF_ALONE',
      `${names} ${others.length > 1 ? 'are' : 'is'} signed in here, and staff must sign in alone. Please sign out first.`,
    );
  }
  if (!isAgreed) throw new AppError('SOMEBODY_SIGNED_IN', `Sign in as ${newcomer.name} alongside ${names}?`);
}
