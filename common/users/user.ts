import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { isEmail } from './email.ts';
import { isPhone } from './phone.ts';

/** A user acts in one role. */
export const roleSchema = z.enum(['rider', 'driver', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** The signed-in user as the browser knows it. `username` is the e-mail address it signs in with. */
export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  role: roleSchema,
  name: z.string(),
  phone: z.nullable(z.string()),
});
export type User = z.infer<typeof userSchema>;

/** GET /api/session: who is signed in, a slot per role. Never 401. */
export const sessionSchema = z.object({
  rider: z.nullable(userSchema),
  driver: z.nullable(userSchema),
  /** Whether the demo users may be signed in with one click. */
  demo: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;

export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;

const emailField = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.refine(isEmail, 'Please enter a valid email address.'));

/** POST /api/session. */
export const signInSchema = z.object({
  email: emailField,
  password: z.string().check(z.minLength(1, 'Please enter your password.'), z.maxLength(PASSWORD_MAX)),
});
export type SignIn = z.infer<typeof signInSchema>;

/** POST /api/users: creates a rider and signs it in. */
export const signUpSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter your name.'), z.maxLength(100)),
  email: emailField,
  password: z
    .string()
    .check(
      z.minLength(PASSWORD_MIN, `Please choose at least ${PASSWORD_MIN} characters.`),
      z.maxLength(PASSWORD_MAX),
    ),
  /** May be left out, or empty: a booking asks again. */
  phone: z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isPhone(text), 'Please enter a valid phone number.'),
    ),
  ),
});
export type SignUp = z.infer<typeof signUpSchema>;
