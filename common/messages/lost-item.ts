import * as z from 'zod/mini';
import { isDay } from '../day.ts';
import { dateInVegas } from '../time.ts';
import { emailText, phoneText, requiredLine, requiredText, TEXT_LIMITS } from './fields.ts';

/** Whether a date is today or earlier, Las Vegas time. */
const hasCome = (date: string): boolean => date <= dateInVegas(new Date());

/** Body of POST /api/lost-items: an item left in a car. `tripDate` is YYYY-MM-DD, not in the future. */
export const lostItemSchema = z.object({
  tripDate: z
    .string()
    .check(
      z.refine(isDay, { error: 'Please choose the date of the trip', abort: true }),
      z.refine(hasCome, 'The trip date cannot be in the future'),
    ),
  pickupLocation: requiredLine(TEXT_LIMITS.place, 'Pickup location is required'),
  dropoffLocation: requiredLine(TEXT_LIMITS.place, 'Drop-off location is required'),
  description: requiredText(TEXT_LIMITS.description, 'Please describe the item'),
  phone: phoneText,
  email: emailText,
});
export type LostItem = z.infer<typeof lostItemSchema>;
