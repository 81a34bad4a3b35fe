import * as z from 'zod/mini';
import {
  besideField,
  emailField,
  isStaffRole,
  nameField,
  newPasswordField,
  passwordField,
  phoneField,
  roleSchema,
} from './user.ts';

/** The bearer token in a link that was mailed, base64url. */
const linkTokenField = z.string('Please open the link in your mail.').check(z.regex(/^[\w-]{40}$/));

/** Which of the accounts that are signed in a call is about. */
export const accountQuerySchema = z.object({ role: roleSchema });

/** POST /api/password-resets: whose password was forgotten. */
export const askPasswordResetSchema = z.object({ email: emailField });

/** What a mailed link proves itself with. */
export const linkSchema = z.object({ token: linkTokenField });

/** POST /api/password-resets/spend. */
export const resetPasswordSchema = z.object({
  token: linkTokenField,
  password: newPasswordField,
  beside: besideField,
});
export type ResetPassword = z.infer<typeof resetPasswordSchema>;

/** PUT /api/account/password. */
export const changePasswordSchema = z.object({
  role: roleSchema,
  currentPassword: passwordField,
  password: newPasswordField,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

/** PUT /api/account/email: the address to sign in with from then on. */
export const changeEmailSchema = z.object({
  role: roleSchema,
  currentPassword: passwordField,
  email: emailField,
});
export type ChangeEmail = z.infer<typeof changeEmailSchema>;

/**
 * PATCH /api/account/profile: what is left out stays as it is. Riders may have no phone number; drivers have one, by which dispatch
 * reaches them, and a name that admins change, since it stands on their documents. Staff have a name alone, beside what they do.
 */
export const changeProfileSchema = z
  .object({
    role: roleSchema,
    name: z.optional(nameField),
    phone: z.optional(phoneField),
  })
  .check(
    z.refine(({ role, name }) => role !== 'driver' || name === undefined, {
      path: ['name'],
      error: 'Your name stands on your documents. Please ask our team to change it.',
    }),
    z.refine(({ role, phone }) => role !== 'driver' || phone !== '', {
      path: ['phone'],
      error: 'Please enter your phone number. Dispatch calls it.',
    }),
    z.refine(({ role, phone }) => !isStaffRole(role) || phone === undefined, {
      path: ['phone'],
      error: 'Staff have no phone number here.',
    }),
  );
export type ChangeProfile = z.infer<typeof changeProfileSchema>;

/** POST /api/email-confirmations/spend. */
export const spendEmailLinkSchema = z.object({
  token: linkTokenField,
  /** The account's, where the browser is not signed in to it. */
  password: z.optional(passwordField),
});
export type SpendEmailLink = z.infer<typeof spendEmailLinkSchema>;

/** What a mailed link about an address does: confirms the account's own, or makes it the account's. */
export const emailLinkSchema = z.object({ email: z.string(), isChange: z.boolean() });
export type EmailLink = z.infer<typeof emailLinkSchema>;

/** A link that was opened, and what its use takes. */
export const openedEmailLinkSchema = z.extend(emailLinkSchema, {
  /** That of the account: nobody is signed in to it here. Absent where somebody is. */
  needsPassword: z.optional(z.literal(true)),
});
export type OpenedEmailLink = z.infer<typeof openedEmailLinkSchema>;

/** One of the browsers in which a user is signed in. */
export const userSessionSchema = z.object({
  /** By which it is ended; it opens nothing. */
  key: z.string(),
  /** Such as `Safari on iPhone`. */
  device: z.string(),
  /** The network of the address it signed in from, such as `203.0.113.x`; null where that is not known. */
  network: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  /** To about a minute. */
  seenAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSessionSchema>;

/** An account as its owner sees it. */
export const accountSchema = z.object({
  /** When its owner showed that they read its address; null for not yet. */
  emailConfirmedAt: z.nullable(z.iso.datetime()),
  /** When its password was last changed; null for never. */
  passwordChangedAt: z.nullable(z.iso.datetime()),
  sessions: z.array(userSessionSchema),
});
export type Account = z.infer<typeof accountSchema>;
