import * as z from 'zod/mini';
import { emailText, phoneText, requiredText, TEXT_LIMITS } from './contact.ts';

/** POST /api/lost-items: a report of something left in a car. `tripDate` is YYYY-MM-DD, not in the future. */
export const lostItemSchema = z.object({
  tripDate: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please choose the date of the trip')),
  pickupLocation: requiredText(TEXT_LIMITS.place, 'Pickup location is required'),
  dropoffLocation: requiredText(TEXT_LIMITS.place, 'Drop-off location is required'),
  description: requiredText(TEXT_LIMITS.description, 'Please describe the item'),
  phone: phoneText,
  email: emailText,
});
export type LostItem = z.infer<typeof lostItemSchema>;
