import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  accountQuerySchema,
  accountSchema,
  askPasswordResetSchema,
  changeEmailSchema,
  changePasswordSchema,
  changeProfileSchema,
  emailLinkSchema,
  linkSchema,
  openedEmailLinkSchema,
  resetPasswordSchema,
  spendEmailLinkSchema,
} from './account.ts';
import { sessionSchema } from './user.ts';

/** Limits guesses at link tokens per address. */
const LINK_LIMIT = { name: 'account-link', times: 60, windowSeconds: 600, per: 'address' } as const;

/** Same reply, and the same amount of work, whether or not the account exists. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/password-resets',
  summary: 'Emails a link to choose a new password, if an account has this address.',
  who: 'anybody',
  body: askPasswordResetSchema,
  reply: null,
  statuses: [202],
  limit: { name: 'password-reset', times: 20, windowSeconds: 3_600, per: 'address' },
});

export const readPasswordReset = endpoint({
  method: 'POST',
  path: '/api/password-resets/read',
  summary: 'Reads whose password a valid emailed link resets.',
  who: 'anybody',
  body: linkSchema,
  reply: z.object({ email: z.string() }),
  errors: ['LINK_SPENT'],
  limit: LINK_LIMIT,
  isIdempotent: true,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password-resets/spend',
  summary:
    'Sets a new password with an emailed link, once. Ends all sessions of the account, and signs in as a password would.',
  who: 'anybody',
  body: resetPasswordSchema,
  reply: sessionSchema,
  errors: ['LINK_SPENT', 'SOMEBODY_SIGNED_IN', 'STAFF_ALONE', 'SECOND_FACTOR_REQUIRED', 'PASSKEY_REQUIRED'],
  limit: LINK_LIMIT,
});

export const requestEmailConfirmation = endpoint({
  method: 'POST',
  path: '/api/email-confirmations',
  summary: "Emails a link to confirm an account's address, unless it is confirmed.",
  who: 'user',
  body: accountQuerySchema,
  reply: null,
  statuses: [202],
  errors: ['TOO_MANY_REQUESTS'],
});

export const readEmailLink = endpoint({
  method: 'POST',
  path: '/api/email-confirmations/read',
  summary: 'Reads which address a valid emailed link confirms, and whether it requires the password.',
  who: 'anybody',
  body: linkSchema,
  reply: openedEmailLinkSchema,
  errors: ['LINK_SPENT'],
  limit: LINK_LIMIT,
  isIdempotent: true,
});

export const spendEmailLink = endpoint({
  method: 'POST',
  path: '/api/email-confirmations/spend',
  summary:
    'Confirms an address with an emailed link, once, when signed in to the account or with its password. A new address replaces the old one, and other sessions end.',
  who: 'anybody',
  body: spendEmailLinkSchema,
  reply: emailLinkSchema,
  errors: ['LINK_SPENT', 'EMAIL_TAKEN'],
  limit: LINK_LIMIT,
});

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'Reads the signed-in account, and the browsers in which it is signed in.',
  who: 'user',
  query: accountQuerySchema,
  reply: accountSchema,
});

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/account/profile',
  summary:
    'Changes the name and phone number of the signed-in account, as far as its owner may. Booked rides keep theirs.',
  who: 'user',
  body: changeProfileSchema,
  reply: sessionSchema,
  errors: ['TOO_MANY_REQUESTS', 'SECOND_FACTOR_REQUIRED_FOR_STAFF'],
  isIdempotent: true,
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/account/password',
  summary: 'Changes the password, given the current one, and ends all other sessions of the account.',
  who: 'user',
  body: changePasswordSchema,
  reply: sessionSchema,
  errors: ['TOO_MANY_REQUESTS'],
});

/** Same reply whether or not the new address has an account. */
export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/account/email',
  summary:
    'Emails a link to a new address, given the current password. The address changes once the link is used.',
  who: 'user',
  body: changeEmailSchema,
  reply: null,
  statuses: [202],
  errors: ['TOO_MANY_REQUESTS'],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:key',
  summary: 'Signs the account out of one browser and closes its sockets.',
  who: 'user',
  params: { key: z.string().check(z.regex(/^[\w-]{43}$/)) },
  query: accountQuerySchema,
  reply: null,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Signs the account out of all other browsers.',
  who: 'user',
  query: accountQuerySchema,
  reply: null,
});
