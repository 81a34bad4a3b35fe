import * as z from 'zod/mini';
import { bookingTypeSchema, DEFAULT_GRATUITY, DEFAULT_HOURS } from '#common/fares/quote-fare.ts';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';

/** The booking form as typed. It is kept while the tab lives, so it is also the shape read back from storage. */
export const draftSchema = z.object({
  bookingType: bookingTypeSchema,
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Wall date (YYYY-MM-DD) and time (HH:MM) in Las Vegas; empty until chosen. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  vehicleId: z.enum(VEHICLE_IDS),
  preferredColor: z.enum(['black', 'white', 'pink', 'green']),
  /** What stands in the hours field, which may be no number yet. */
  hours: z.string(),
  gratuityPercentage: z.number(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  specialRequests: z.string(),
});
export type Draft = z.infer<typeof draftSchema>;

/** A form nobody has touched: hourly, three hours, the first vehicle in its first colour (specification section 4). */
export const EMPTY_DRAFT: Draft = {
  bookingType: 'hourly',
  pickupLocation: '',
  dropoffLocation: '',
  scheduledDate: '',
  scheduledTime: '',
  vehicleId: 'lux-sedan',
  preferredColor: 'black',
  hours: String(DEFAULT_HOURS),
  gratuityPercentage: DEFAULT_GRATUITY,
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  specialRequests: '',
};
