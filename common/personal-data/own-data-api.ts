import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { passwordField, roleSchema } from '../users/user.ts';
import { ownDataSchema } from './own-data.ts';

/** Proof that the caller is the account's owner, not another person at an open session. */
export const ownerProofSchema = z.object({ role: roleSchema, currentPassword: passwordField });
export type OwnerProof = z.infer<typeof ownerProofSchema>;

/** Wrong passwords have a separate rate limit. */
export const exportOwnData = endpoint({
  method: 'POST',
  path: '/api/account/data',
  summary: 'Gives all that is held about the account that is signed in to a role, for its owner to keep.',
  who: 'user',
  body: ownerProofSchema,
  reply: ownDataSchema,
  limit: { name: 'export-data', times: 20, windowSeconds: 3_600, per: 'user' },
});

export const deleteOwnAccount = endpoint({
  method: 'POST',
  path: '/api/account/deletion',
  summary:
    'Deletes the account for good: it ends at once, personal data is erased within minutes, records of money stay without it.',
  who: 'user',
  body: ownerProofSchema,
  reply: null,
  statuses: [202],
  errors: ['ACCOUNT_IN_USE', 'STAFF_CONFLICT', 'TOO_MANY_REQUESTS'],
});

export const exportPerson = endpoint({
  method: 'POST',
  path: '/api/ops/people/:userId/data',
  summary:
    'Gives all that is held about a rider, a driver or one of the staff, who asked for it; the log tells.',
  who: 'admin',
  reply: ownDataSchema,
  errors: ['STAFF_CONFLICT'],
  limit: { name: 'export-person', times: 60, windowSeconds: 3_600, per: 'user' },
});

export const deletePerson = endpoint({
  method: 'POST',
  path: '/api/ops/people/:userId/deletion',
  summary: 'Deletes the account of somebody who asked for it, as they could themself; the log tells.',
  who: 'admin',
  reply: null,
  statuses: [202],
  errors: ['ACCOUNT_IN_USE', 'STAFF_CONFLICT'],
});
