import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { TEST_PASSWORD } from './build-user.ts';

/** The proof of identity that a rider sends to delete their account. */
export const PROOF = { role: 'rider', currentPassword: TEST_PASSWORD };

/** Deletes the user's own account. */
export const deleteOwn = (user: UserRecord) =>
  as(user).post('/api/account/deletion', { ...PROOF, role: user.role });
