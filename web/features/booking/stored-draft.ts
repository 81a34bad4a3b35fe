import * as z from 'zod/mini';
import { bookingTypeSchema } from '#common/fares/fare.ts';
import { validGiftCardSchema } from '#common/gift-cards/gift-card-codes-api.ts';
import { idSchema } from '#common/id.ts';
import { validPromoSchema } from '#common/promos/promos-api.ts';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { PAINTS } from '#common/vehicles/paints.ts';

// In the validator's chunk, not that of the home page: most visitors have no stored draft.

const appliedPromoSchema = z.extend(validPromoSchema, { pricedFor: z.string() });

const appliedGiftCardSchema = z.extend(validGiftCardSchema, { appliedBy: z.nullable(idSchema) });

/** See `Draft`. */
export const draftSchema = z.object({
  bookingType: bookingTypeSchema,
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Between pickup and drop-off, in order. A stop just added is empty. */
  stops: z._default(z.array(z.string()), []),
  /** Flight number of an airport pickup, as typed. */
  flightNumber: z._default(z.string(), ''),
  /** Wall date (YYYY-MM-DD) and time (HH:MM) in Las Vegas; empty until chosen. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  vehicleId: z.enum(VEHICLE_IDS),
  preferredColor: z.enum(PAINTS),
  /** The text of the hours field, which may not be a number. */
  hours: z.string(),
  gratuityPercentage: z.number(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** Whether a return trip is booked (point-to-point only), and its pickup date and time. */
  hasReturn: z._default(z.boolean(), false),
  returnDate: z._default(z.string(), ''),
  returnTime: z._default(z.string(), ''),
  /** Whether someone other than the rider travels, and who. */
  isForSomebodyElse: z._default(z.boolean(), false),
  passengerName: z._default(z.string(), ''),
  passengerPhone: z._default(z.string(), ''),
  specialRequests: z.string(),
  /** The text of the code fields, in upper case. For an applied gift card only its last four symbols. */
  promoCode: z.string(),
  giftCardCode: z.string(),
  /** The applied codes, at most one of each. */
  promo: z.nullable(appliedPromoSchema),
  giftCard: z.nullable(appliedGiftCardSchema),
});

/** See `StoredDraft`. */
export const keptDraftSchema = z.extend(draftSchema, {
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
});

/**
 * Validates a stored draft. Null when it does not match the schema, for example one from an older version.
 */
export const readDraft = (kept: unknown): z.infer<typeof keptDraftSchema> | null =>
  keptDraftSchema.safeParse(kept).data ?? null;
