import * as z from 'zod/mini';
import { isEmail } from '../users/email.ts';

/** Shortest message worth sending, and the longest of each text, in characters. */
export const MESSAGE_MIN = 10;
export const TEXT_LIMITS = {
  name: 100,
  phone: 30,
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

const PHONE = /^[0-9+().\-\s]{7,}$/;

/** A phone number: digits and the marks people write between them. */
export const phoneText = z
  .string()
  .check(z.trim(), z.maxLength(TEXT_LIMITS.phone), z.regex(PHONE, 'Please enter a valid phone number'));

/** As phoneText, or left out. */
export const optionalPhone = z.optional(
  z.union([z.literal(''), phoneText], 'Please enter a valid phone number'),
);

/** POST /api/contact (specification section 5, Contact form). */
export const contactSchema = z.object({
  name: requiredText(TEXT_LIMITS.name, 'Name is required'),
  email: emailText,
  phone: optionalPhone,
  subject: requiredText(TEXT_LIMITS.subject, 'Subject is required'),
  message: requiredText(TEXT_LIMITS.message, 'Message is required').check(
    z.minLength(MESSAGE_MIN, `Message must be at least ${MESSAGE_MIN} characters`),
  ),
});
export type Contact = z.infer<typeof contactSchema>;

/** What every form of this folder is answered with. */
export const receivedSchema = z.object({ message: z.string() });
