import * as z from 'zod/mini';
import { emailText, optionalPhone, requiredLine, requiredText, TEXT_LIMITS } from './fields.ts';

/** The shortest accepted message, in characters. */
const MESSAGE_MIN = 10;

/** The contact form (specification section 5). */
export const contactSchema = z.object({
  name: requiredLine(TEXT_LIMITS.name, 'Name is required'),
  email: emailText,
  phone: optionalPhone,
  subject: requiredLine(TEXT_LIMITS.subject, 'Subject is required'),
  message: requiredText(TEXT_LIMITS.message, 'Message is required').check(
    z.minLength(MESSAGE_MIN, `Message must be at least ${MESSAGE_MIN} characters`),
  ),
});
export type Contact = z.infer<typeof contactSchema>;
