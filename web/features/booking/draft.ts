import * as z from 'zod/mini';
import { bookingTypeSchema } from '#common/fares/fare.ts';
import { DEFAULT_GRATUITY, DEFAULT_HOURS } from '#common/fares/quote-fare.ts';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { appliedGiftCardSchema } from './codes/applied-gift-card.ts';
import { appliedPromoSchema } from './codes/applied-promo.ts';

/** The booking form as it stands. */
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
  /** What stands in the two code fields, upper-cased. Once a gift card is applied, its last four symbols only. */
  promoCode: z.string(),
  giftCardCode: z.string(),
  /** The codes applied, one of each at most. */
  promo: z.nullable(appliedPromoSchema),
  giftCard: z.nullable(appliedGiftCardSchema),
});
export type Draft = z.infer<typeof draftSchema>;

/**
 * The form as this tab keeps it: only what was typed. A contact field that is null was never touched and follows the account
 * signed in, so that nobody finds somebody else's name and phone in it.
 */
export const keptDraftSchema = z.extend(draftSchema, {
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
});
export type KeptDraft = z.infer<typeof keptDraftSchema>;

/** A form nobody has touched: hourly, three hours, the first vehicle in its first colour (specification section 4). */
export const EMPTY_DRAFT: KeptDraft = {
  bookingType: 'hourly',
  pickupLocation: '',
  dropoffLocation: '',
  scheduledDate: '',
  scheduledTime: '',
  vehicleId: 'lux-sedan',
  preferredColor: 'black',
  hours: String(DEFAULT_HOURS),
  gratuityPercentage: DEFAULT_GRATUITY,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  specialRequests: '',
  promoCode: '',
  giftCardCode: '',
  promo: null,
  giftCard: null,
};
