import * as z from 'zod/mini';
import { oneLine } from '../one-line.ts';
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

const tooLong = (max: number) => `Please keep this to ${max} characters`;

/** A required text, trimmed. */
export const requiredText = (max: number, message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(max, tooLong(max)));

/** A required text on one line. */
export const requiredLine = (max: number, message: string) => requiredText(max, message).check(oneLine);

/** An optional text, trimmed. May be empty. */
export const optionalText = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max, tooLong(max))));

/** A search: words that are matched, trimmed. */
export const searchField = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max, 'Please use a shorter search.')));

const BAD_EMAIL = 'Please enter a valid email address';

/** An email address by the specification's rule. */
export const emailText = z.string(BAD_EMAIL).check(z.trim(), z.refine(isEmail, BAD_EMAIL));

const BAD_PHONE = 'Please enter a valid phone number';

/** A phone number: digits and common separators. */
export const phoneText = z.string(BAD_PHONE).check(z.trim(), z.refine(isPhone, BAD_PHONE));

/** A phone number, empty or absent. */
export const optionalPhone = z.optional(z.union([z.literal(''), phoneText], BAD_PHONE));
