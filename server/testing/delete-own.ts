import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { TEST_PASSWORD } from './build-user.ts';

/** What a rider sends along to delete their account. */
export const PROOF = { role: 'rider', currentPassword: TEST_PASSWORD };

/** Deletes the account of who asks. */
export const deleteOwn = (user: UserRecord) =>
  as(user).post('/api/account/deletion', { ...PROOF, role: user.role });
