import type { User } from '#common/users/user.ts';
import type { UserRecord } from './user-record.ts';

/** A user for its own eyes. */
export const presentUser = ({ id, email, role, name, phone }: UserRecord): User => ({
  id,
  username: email,
  role,
  name,
  phone,
});
