import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { oneLine } from '../one-line.ts';
import { isEmail } from './email.ts';
import { isPhone } from './phone.ts';

/**
 * A user acts in one role. A dispatcher runs rides, drivers on duty and the inbox; an admin also money,
 * pricing and people.
 */
export const roleSchema = z.enum(['rider', 'driver', 'dispatcher', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** The roles of the staff, who share a slot of the session. */
export const staffRoleSchema = z.enum(['dispatcher', 'admin']);
export type StaffRole = z.infer<typeof staffRoleSchema>;

/** Whether a role is one of the staff's. */
export const isStaffRole = (role: string | undefined): role is StaffRole =>
  staffRoleSchema.options.some((each) => each === role);

/** The signed-in user as the browser knows it. `username` is the e-mail address it signs in with. */
export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  role: roleSchema,
  name: z.string(),
  phone: z.nullable(z.string()),
  /** Whether they have shown that they read that address. */
  isEmailConfirmed: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** GET /api/session: who is signed in: a rider, a driver and one of the staff at most. Never 401. */
export const sessionSchema = z.object({
  rider: z.nullable(userSchema),
  driver: z.nullable(userSchema),
  staff: z.nullable(userSchema),
  /** Whether the demo users may be signed in with one click. */
  demo: z.boolean(),
  /** Set while the one of the staff has neither passkey nor authenticator app, and may do nothing but set one up. */
  staffNeedsFactor: z.optional(z.literal(true)),
});
export type Session = z.infer<typeof sessionSchema>;

export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;
/** Longer ones were never allowed, so that a longer one is not worth hashing. */
const PASSWORD_SENT_MAX = 200;
const NAME_MAX = 100;

const BAD_EMAIL = 'Please enter a valid email address.';
/** An email address, trimmed and in lower case. */
export const emailField = z.string(BAD_EMAIL).check(z.trim(), z.toLowerCase(), z.refine(isEmail, BAD_EMAIL));

const NO_PASSWORD = 'Please enter your password.';
const LONG_PASSWORD = `Please keep your password to ${PASSWORD_MAX} characters.`;
/** The password that somebody has, as typed: nothing is trimmed, normalized or cut off. */
export const passwordField = z
  .string(NO_PASSWORD)
  .check(
    z.minLength(1, NO_PASSWORD),
    z.maxLength(PASSWORD_SENT_MAX, `Please keep your password to ${PASSWORD_SENT_MAX} characters.`),
  );

/** Whether somebody who was asked (SOMEBODY_SIGNED_IN) wants to be signed in beside another person. */
export const besideField = z.optional(z.boolean());

/** POST /api/session. */
export const signInSchema = z.object({
  email: emailField,
  password: passwordField,
  beside: besideField,
  /** The solution of the `challenge` that CHALLENGE_REQUIRED came with. */
  proof: z.optional(z.string().check(z.maxLength(4_000))),
});
export type SignIn = z.infer<typeof signInSchema>;

const NO_NAME = 'Please enter your name.';
const LONG_NAME = `Please keep your name to ${NAME_MAX} characters.`;
const SHORT_PASSWORD = `Please choose at least ${PASSWORD_MIN} characters.`;

/** How somebody is called, trimmed. */
export const nameField = z
  .string(NO_NAME)
  .check(z.trim(), z.minLength(1, NO_NAME), z.maxLength(NAME_MAX, LONG_NAME), oneLine);
/** A password that somebody chooses, as typed. Which ones are too common only the server knows. */
export const newPasswordField = z
  .string(SHORT_PASSWORD)
  .check(z.minLength(PASSWORD_MIN, SHORT_PASSWORD), z.maxLength(PASSWORD_MAX, LONG_PASSWORD));

/** A phone number, trimmed, or an empty text for none. */
export const phoneField = z.string().check(
  z.trim(),
  z.refine((text) => text === '' || isPhone(text), 'Please enter a valid phone number.'),
);

/** POST /api/users: creates a rider and signs it in. */
export const signUpSchema = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  /** May be left out, or empty: a booking asks again. */
  phone: z.optional(phoneField),
  beside: besideField,
});
export type SignUp = z.infer<typeof signUpSchema>;
