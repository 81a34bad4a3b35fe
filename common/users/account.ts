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

/** The bearer token of a mailed link, base64url. */
const linkTokenField = z.string('Please open the link in your email.').check(z.regex(/^[\w-]{40}$/));

/** Selects one of the signed-in accounts by its role. */
export const accountQuerySchema = z.object({ role: roleSchema });

/** Body of POST /api/password-resets. */
export const askPasswordResetSchema = z.object({ email: emailField });

/** The token that authorizes a call made from a mailed link. */
export const linkSchema = z.object({ token: linkTokenField });

/** Body of POST /api/password-resets/spend. */
export const resetPasswordSchema = z.object({
  token: linkTokenField,
  password: newPasswordField,
  beside: besideField,
});
export type ResetPassword = z.infer<typeof resetPasswordSchema>;

/** Body of PUT /api/account/password. */
export const changePasswordSchema = z.object({
  role: roleSchema,
  currentPassword: passwordField,
  password: newPasswordField,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

/** Body of PUT /api/account/email. `email` becomes the address for signing in. */
export const changeEmailSchema = z.object({
  role: roleSchema,
  currentPassword: passwordField,
  email: emailField,
});
export type ChangeEmail = z.infer<typeof changeEmailSchema>;

/**
 * Body of PATCH /api/account/profile. Absent fields stay unchanged. Riders may clear their phone number.
 * Drivers must have one, so that dispatch can reach them, and cannot change their name, because it is on
 * their documents; admins can. Staff only have a name.
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
      error: 'Your name is on your documents. Please ask our team to change it.',
    }),
    z.refine(({ role, phone }) => role !== 'driver' || phone !== '', {
      path: ['phone'],
      error: 'Please enter your phone number. Dispatch calls this number.',
    }),
    z.refine(({ role, phone }) => !isStaffRole(role) || phone === undefined, {
      path: ['phone'],
      error: 'Staff have no phone number here.',
    }),
  );
export type ChangeProfile = z.infer<typeof changeProfileSchema>;

/** Body of POST /api/email-confirmations/spend. */
export const spendEmailLinkSchema = z.object({
  token: linkTokenField,
  /** The account's password, required if the browser is not signed in to it. */
  password: z.optional(passwordField),
});
export type SpendEmailLink = z.infer<typeof spendEmailLinkSchema>;

/** The effect of a mailed link: confirms the account's current address, or changes it to this one. */
export const emailLinkSchema = z.object({ email: z.string(), isChange: z.boolean() });
export type EmailLink = z.infer<typeof emailLinkSchema>;

/** An opened link, and whether its use requires the password. */
export const openedEmailLinkSchema = z.extend(emailLinkSchema, {
  /** Set if the account's password is required, because this browser is not signed in to the account. */
  needsPassword: z.optional(z.literal(true)),
});
export type OpenedEmailLink = z.infer<typeof openedEmailLinkSchema>;

/** A browser in which a user is signed in. */
export const userSessionSchema = z.object({
  /** Identifies the session for signing out. It grants no access. */
  key: z.string(),
  /** Such as `Safari on iPhone`. */
  device: z.string(),
  /** Network of the sign-in's address, such as `203.0.113.x`; null if unknown. */
  network: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  /** Accurate to about a minute. */
  seenAt: z.iso.datetime(),
  /** Whether it is the caller's session. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof userSessionSchema>;

/** The owner's view of an account. */
export const accountSchema = z.object({
  /** When the owner confirmed the email address; null if not yet. */
  emailConfirmedAt: z.nullable(z.iso.datetime()),
  /** When the password was last changed; null if never. */
  passwordChangedAt: z.nullable(z.iso.datetime()),
  sessions: z.array(userSessionSchema),
});
export type Account = z.infer<typeof accountSchema>;
