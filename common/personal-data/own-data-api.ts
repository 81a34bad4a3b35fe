import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { passwordField, roleSchema } from '../users/user.ts';
import { ownDataSchema } from './own-data.ts';

/** Proof that the caller is the account's owner, not another person at an open session. */
const ownerProofSchema = z.object({ role: roleSchema, currentPassword: passwordField });
export type OwnerProof = z.infer<typeof ownerProofSchema>;

/** Wrong passwords have a separate rate limit. */
export const exportOwnData = endpoint({
  method: 'POST',
  path: '/api/account/data',
  summary: 'Exports all data stored about the signed-in account.',
  who: 'user',
  body: ownerProofSchema,
  reply: ownDataSchema,
  limit: { name: 'export-data', times: 20, windowSeconds: 3_600, per: 'user' },
});

export const deleteOwnAccount = endpoint({
  method: 'POST',
  path: '/api/account/deletion',
  summary:
    'Deletes the account: it closes at once, and personal data is erased within minutes. Financial records stay without it.',
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
    'Exports all data stored about a rider, driver or staff member who asked for it. Recorded in the audit log; the person is told by email.',
  who: 'admin',
  reply: ownDataSchema,
  errors: ['STAFF_CONFLICT'],
  limit: { name: 'export-person', times: 60, windowSeconds: 3_600, per: 'user' },
});

export const deletePerson = endpoint({
  method: 'POST',
  path: '/api/ops/people/:userId/deletion',
  summary: 'Deletes the account of someone who asked for it. Recorded in the audit log.',
  who: 'admin',
  reply: null,
  statuses: [202],
  errors: ['ACCOUNT_IN_USE', 'STAFF_CONFLICT'],
});
