import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { oneLine } from '../one-line.ts';
import { isEmail } from './email.ts';
import { isPhone } from './phone.ts';

/**
 * A user has exactly one role. Dispatchers manage rides, drivers on duty and the inbox; admins also money,
 * pricing and people.
 */
export const roleSchema = z.enum(['rider', 'driver', 'dispatcher', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** The roles of staff, who share one slot of the session. */
export const staffRoleSchema = z.enum(['dispatcher', 'admin']);
export type StaffRole = z.infer<typeof staffRoleSchema>;

/** Whether a role is a staff role. */
export const isStaffRole = (role: string | undefined): role is StaffRole =>
  staffRoleSchema.options.some((each) => each === role);

/** The signed-in user as the browser knows it. `username` is the email address used to sign in. */
export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  role: roleSchema,
  name: z.string(),
  phone: z.nullable(z.string()),
  /** Whether the user has confirmed that address. */
  isEmailConfirmed: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** Returns the first word of a name: `Dana Reyes` → `Dana`. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** Reply of GET /api/session: at most one signed-in rider, driver and staff member. Never 401. */
export const sessionSchema = z.object({
  rider: z.nullable(userSchema),
  driver: z.nullable(userSchema),
  staff: z.nullable(userSchema),
  /** Whether demo users can sign in with one click. */
  demo: z.boolean(),
  /** Set while the staff member has neither passkey nor authenticator app and can only set one up. */
  staffNeedsFactor: z.optional(z.literal(true)),
});
export type Session = z.infer<typeof sessionSchema>;

export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;
/** Longer passwords could never be set, so they are refused without hashing. */
const PASSWORD_SENT_MAX = 200;
const NAME_MAX = 100;

/** Error for a malformed address. Contact form and gift cards show it without the full stop. */
export const BAD_EMAIL = 'Please enter a valid email address.';
/** An email address, trimmed and in lower case. */
export const emailField = z.string(BAD_EMAIL).check(z.trim(), z.toLowerCase(), z.refine(isEmail, BAD_EMAIL));

const NO_PASSWORD = 'Please enter your password.';
const LONG_PASSWORD = `Please keep your password to ${PASSWORD_MAX} characters.`;
/** An existing password as typed: neither trimmed, normalized nor truncated. */
export const passwordField = z
  .string(NO_PASSWORD)
  .check(
    z.minLength(1, NO_PASSWORD),
    z.maxLength(PASSWORD_SENT_MAX, `Please keep your password to ${PASSWORD_SENT_MAX} characters.`),
  );

/** Whether the user confirmed signing in next to another person, after SOMEBODY_SIGNED_IN. */
export const besideField = z.optional(z.boolean());

/** Body of POST /api/session. */
export const signInSchema = z.object({
  email: emailField,
  password: passwordField,
  beside: besideField,
  /** The solution of the `challenge` in a CHALLENGE_REQUIRED error. */
  proof: z.optional(z.string().check(z.maxLength(4_000))),
});
export type SignIn = z.infer<typeof signInSchema>;

const NO_NAME = 'Please enter your name.';
const LONG_NAME = `Please keep your name to ${NAME_MAX} characters.`;
const SHORT_PASSWORD = `Please choose at least ${PASSWORD_MIN} characters.`;

/** A person's name, trimmed. */
export const nameField = z
  .string(NO_NAME)
  .check(z.trim(), z.minLength(1, NO_NAME), z.maxLength(NAME_MAX, LONG_NAME), oneLine);
/** A new password as typed. The check against common passwords is on the server. */
export const newPasswordField = z
  .string(SHORT_PASSWORD)
  .check(z.minLength(PASSWORD_MIN, SHORT_PASSWORD), z.maxLength(PASSWORD_MAX, LONG_PASSWORD));

/** A phone number, trimmed, or an empty text for none. */
export const phoneField = z.string().check(
  z.trim(),
  z.refine((text) => text === '' || isPhone(text), 'Please enter a valid phone number.'),
);

/** Body of POST /api/users, which creates a rider and signs them in. */
export const signUpSchema = z.object({
  name: nameField,
  email: emailField,
  password: newPasswordField,
  /** Optional. May be empty, because a booking requires one anyway. */
  phone: z.optional(phoneField),
  beside: besideField,
});
export type SignUp = z.infer<typeof signUpSchema>;
