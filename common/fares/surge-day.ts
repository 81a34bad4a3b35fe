import * as z from 'zod/mini';

// A separate file, so that the fare calculation does not load zod.

/** How demand on a day affects the base rate. */
export const surgeTierSchema = z.enum(['standard', 'weekend', 'special-event', 'fight-night']);
export type SurgeTier = z.infer<typeof surgeTierSchema>;

/** A calendar day with an event that raises the tier. */
export const surgeDaySchema = z.object({ date: z.string(), tier: surgeTierSchema, name: z.string() });
export type SurgeDay = z.infer<typeof surgeDaySchema>;
