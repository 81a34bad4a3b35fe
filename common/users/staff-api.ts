import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  acceptInvitationSchema,
  changeStaffSchema,
  invitationSchema,
  inviteStaffSchema,
  staffMemberSchema,
} from './staff.ts';
import { sessionSchema } from './user.ts';

/** Limit per admin, shared by first and repeated invitations. */
const INVITE_LIMIT = { name: 'invite-staff', times: 60, windowSeconds: 3_600, per: 'user' } as const;

/** Limits guesses at tokens per address. */
const LINK_LIMIT = { name: 'invitation', times: 60, windowSeconds: 600, per: 'address' } as const;

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/ops/staff',
  summary: 'Lists dispatchers and admins, by name; those invited and those disabled too.',
  who: 'admin',
  reply: z.array(staffMemberSchema),
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/ops/staff',
  summary: 'Invites a dispatcher or an admin by mail; the link works once, for 48 hours.',
  who: 'admin',
  body: inviteStaffSchema,
  reply: staffMemberSchema,
  statuses: [201],
  errors: ['EMAIL_TAKEN'],
  limit: INVITE_LIMIT,
});

export const reinviteStaff = endpoint({
  method: 'POST',
  path: '/api/ops/staff/:userId/invitation',
  summary: 'Mails a new link to somebody who has not set a password yet; the old one stops working.',
  who: 'admin',
  reply: staffMemberSchema,
  errors: ['STAFF_CONFLICT'],
  limit: INVITE_LIMIT,
});

export const changeStaff = endpoint({
  method: 'PATCH',
  path: '/api/ops/staff/:userId',
  summary:
    'Changes the name or the role of one of the staff, or disables and enables them; one admin always stays.',
  who: 'admin',
  body: changeStaffSchema,
  reply: staffMemberSchema,
  errors: ['STAFF_CONFLICT'],
});

export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/api/ops/accounts/:userId/factors',
  summary:
    'Removes passkeys and authenticator app of somebody else of the staff or a driver who has lost them, and signs them out everywhere.',
  who: 'admin',
  reply: null,
  errors: ['STAFF_CONFLICT'],
});

/** The bearer token of an invitation link, base64url. */
const tokenParam = z.string().check(z.regex(/^[\w-]{40}$/));

export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:token',
  summary: 'Shows whom an invitation is for, as long as it works.',
  who: 'anybody',
  params: { token: tokenParam },
  reply: invitationSchema,
  errors: ['INVITATION_SPENT'],
  limit: LINK_LIMIT,
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:token',
  summary: 'Sets the password of somebody invited, once, and signs them in.',
  who: 'anybody',
  params: { token: tokenParam },
  body: acceptInvitationSchema,
  reply: sessionSchema,
  errors: [
    'INVITATION_SPENT',
    'SOMEBODY_SIGNED_IN',
    'STAFF_ALONE',
    'SECOND_FACTOR_REQUIRED',
    'PASSKEY_REQUIRED',
  ],
  limit: LINK_LIMIT,
});
