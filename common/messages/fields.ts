import * as z from 'zod/mini';
import { isEmail } from '../users/email.ts';
import { isPhone } from '../users/phone.ts';

/** The longest of each text, in characters. */
export const TEXT_LIMITS = {
  name: 100,
  subject: 150,
  message: 2000,
  place: 200,
  description: 1000,
} as const;

/** A text that must be there, trimmed. */
export const requiredText = (max: number, message: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `Please keep this under ${max} characters`));

/** A text that may be left out; empty counts as left out. */
export const optionalText = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max, `Please keep this under ${max} characters`)));

/** An e-mail address by the specification's rule. */
export const emailText = z.string().check(z.trim(), z.refine(isEmail, 'Please enter a valid email address'));

/** A phone number: digits and the marks people write between them. */
export const phoneText = z.string().check(z.trim(), z.refine(isPhone, 'Please enter a valid phone number'));

/** As phoneText, or left out. */
export const optionalPhone = z.optional(
  z.union([z.literal(''), phoneText], 'Please enter a valid phone number'),
);
