import { randomUUID } from 'node:crypto';
import type { BookByPhone } from '#common/rides/by-staff-api.ts';
import { MailModel } from '../mail/mail-model.ts';
import { findUserByEmail } from '../users/accounts.ts';
import { InvitationModel } from '../users/invitation-model.ts';
import { as } from './as.ts';
import { buildRequest } from './build-ride.ts';
import { buildDispatcher } from './build-user.ts';

/** Fare in cents of the ride of a `phoneRequest`. */
export const FARE_CENTS = 23_358;

/** Builds a booking by staff for a caller. Default: an unknown caller who pays by link. */
export function phoneRequest(overrides: Partial<BookByPhone> = {}): BookByPhone {
  const { riderId: _riderId, ...request } = buildRequest({ riderId: 'a'.repeat(24) });
  return { ...request, customerEmail: `caller-${randomUUID()}@example.com`, payment: 'link', ...overrides };
}

/** Books it as a new dispatcher. */
export async function book(request: BookByPhone, key?: string) {
  const dispatcher = await buildDispatcher();
  return as(dispatcher).post('/api/ops/rides', request, key ? { 'idempotency-key': key } : {});
}

/** Returns how many invitations were mailed to the account with this address. */
export async function countInvitations(email: string): Promise<number> {
  const user = await findUserByEmail(email);
  const invitations = await InvitationModel.find({ userId: user?.id });
  return MailModel.countDocuments({ aboutId: { $in: invitations.map(({ _id }) => _id) } });
}
