import * as z from 'zod/mini';

// A file of its own: what prices a fare must not load the validator.

/** What demand does to the rate of a day. */
export const surgeTierSchema = z.enum(['standard', 'weekend', 'special-event', 'fight-night']);
export type SurgeTier = z.infer<typeof surgeTierSchema>;

/** A day of the calendar on which something in town raises the tier. */
export const surgeDaySchema = z.object({ date: z.string(), tier: surgeTierSchema, name: z.string() });
export type SurgeDay = z.infer<typeof surgeDaySchema>;
