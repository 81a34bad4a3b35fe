import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { INVITATION_LASTS } from './link-lifetimes.ts';
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
  summary: 'Lists dispatchers and admins by name, including invited and disabled ones.',
  who: 'admin',
  reply: z.array(staffMemberSchema),
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/ops/staff',
  summary: `Invites a dispatcher or an admin by email. The link works once, for ${INVITATION_LASTS.text}.`,
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
  summary: 'Emails a new link to someone who has not set a password yet. The old one stops working.',
  who: 'admin',
  reply: staffMemberSchema,
  errors: ['STAFF_CONFLICT'],
  limit: INVITE_LIMIT,
});

export const changeStaff = endpoint({
  method: 'PATCH',
  path: '/api/ops/staff/:userId',
  summary:
    'Changes the name or role of a staff member, or disables or enables them. One active admin always remains.',
  who: 'admin',
  body: changeStaffSchema,
  reply: staffMemberSchema,
  errors: ['STAFF_CONFLICT'],
});

export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/api/ops/accounts/:userId/factors',
  summary:
    'Removes the passkeys and authenticator app of another staff member or a driver who lost them, and signs them out everywhere.',
  who: 'admin',
  reply: null,
  errors: ['STAFF_CONFLICT'],
});

/** The bearer token of an invitation link, base64url. */
const tokenParam = z.string().check(z.regex(/^[\w-]{40}$/));

export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:token',
  summary: 'Reads whom a valid invitation is for.',
  who: 'anybody',
  params: { token: tokenParam },
  reply: invitationSchema,
  errors: ['INVITATION_SPENT'],
  limit: LINK_LIMIT,
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:token',
  summary: 'Sets the password of an invited person, once, and signs them in.',
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
