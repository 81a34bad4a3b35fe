import * as z from 'zod/mini';
import { bookingTypeSchema } from '#common/fares/fare.ts';
import { validGiftCardSchema } from '#common/gift-cards/gift-card-codes-api.ts';
import { idSchema } from '#common/id.ts';
import { validPromoSchema } from '#common/promos/promos-api.ts';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';

// With the validator, which the first load of the home page does without: most visitors come with nothing stored.

const appliedPromoSchema = z.extend(validPromoSchema, { pricedFor: z.string() });

const appliedGiftCardSchema = z.extend(validGiftCardSchema, { appliedBy: z.nullable(idSchema) });

/** See `Draft`. */
export const draftSchema = z.object({
  bookingType: bookingTypeSchema,
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Between the two, in their order; one that was just added is empty. */
  stops: z._default(z.array(z.string()), []),
  /** Of an airport pickup, as typed. */
  flightNumber: z._default(z.string(), ''),
  /** Wall date (YYYY-MM-DD) and time (HH:MM) in Las Vegas; empty until chosen. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  vehicleId: z.enum(VEHICLE_IDS),
  preferredColor: z.enum(['black', 'white', 'pink', 'green']),
  /** The text of the hours field, which may be no number. */
  hours: z.string(),
  gratuityPercentage: z.number(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** Whether a return trip is wanted, which is one point to point, and when it is picked up. */
  hasReturn: z._default(z.boolean(), false),
  returnDate: z._default(z.string(), ''),
  returnTime: z._default(z.string(), ''),
  /** Whether somebody else rides, and who. */
  isForSomebodyElse: z._default(z.boolean(), false),
  passengerName: z._default(z.string(), ''),
  passengerPhone: z._default(z.string(), ''),
  specialRequests: z.string(),
  /** The text of the two code fields, upper-cased. Of an applied gift card, its last four symbols only. */
  promoCode: z.string(),
  giftCardCode: z.string(),
  /** The codes applied, one of each at most. */
  promo: z.nullable(appliedPromoSchema),
  giftCard: z.nullable(appliedGiftCardSchema),
});

/** See `KeptDraft`. */
export const keptDraftSchema = z.extend(draftSchema, {
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
});

/** The draft that was kept; null when it is none, as one that an older page wrote. */
export const readDraft = (kept: unknown): z.infer<typeof keptDraftSchema> | null =>
  keptDraftSchema.safeParse(kept).data ?? null;
