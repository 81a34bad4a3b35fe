import * as z from 'zod/mini';
import { bookingTypeSchema, fareSchema } from '../fares/fare.ts';
import { surgeTierSchema } from '../fares/surge-day.ts';
import { idSchema } from '../id.ts';
import { refundReasonSchema } from '../jobs.ts';
import { paymentStatusSchema, rideChangeSchema, rideStatusSchema } from './ride-states.ts';

// The one list of a ride's fields. Views (ride.ts), document, record and its conversion
// (server/rides/ride-model.ts) and the presenters (server/rides/present-ride.ts) derive from it. The group of
// a field says which views show it unchanged; what a view calculates is in the view's schema. Plain data: ids
// are hex strings, instants ISO 8601, money integer cents.

/** One line of a ride's history: what changed, at which instant, and the version it made. */
export const historyEntrySchema = z.object({
  change: rideChangeSchema,
  at: z.iso.datetime(),
  version: z.int(),
  /** What its driver went ahead with after being asked: an overlap with another ride, or an early start. */
  note: z.optional(z.enum(['overlap', 'early'])),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Shown to every driver while the ride is an offer, to its rider and to its driver. */
export const OFFER_FIELDS = {
  id: idSchema,
  /** Rises by one with every change; of two copies of a ride the one with the higher version is right. */
  version: z.int(),
  rideType: z.string(),
  createdAt: z.iso.datetime(),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  bookingType: bookingTypeSchema,
  hours: z.nullable(z.number()),
  /** Wall date (YYYY-MM-DD) and time (HH:MM) in America/Los_Angeles. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
};

/** Shown to the ride's rider and to its driver. */
export const PARTY_FIELDS = {
  status: rideStatusSchema,
  riderId: idSchema,
  driverId: z.nullable(idSchema),
  isAirportPickup: z.boolean(),
  surgePricing: surgeTierSchema,
  gratuityPercentage: z.number(),
  preferredColor: z.nullable(z.string()),
  passengers: z.nullable(z.int()),
  specialRequests: z.nullable(z.string()),
  history: z.array(historyEntrySchema),
};

/** Shown to the ride's rider alone. */
export const RIDER_FIELDS = {
  paymentStatus: paymentStatusSchema,
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  promoCodeId: z.nullable(z.string()),
  giftCardId: z.nullable(z.string()),
  fare: fareSchema,
  /** The bank card that paid. */
  payment: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Who comes, as recorded at acceptance. */
  driver: z.nullable(z.object({ firstName: z.string(), vehicle: z.string() })),
};

/** Shown to nobody; commands and presenters calculate with it. */
export const RECORD_FIELDS = {
  city: z.string(),
  /** The vehicle that comes, of the fleet. */
  vehicleId: z.nullable(z.string()),
  scheduledAt: z.iso.datetime(),
  actualFareCents: z.nullable(z.int()),
  /** Until when an unpaid ride is held. */
  payBy: z.iso.datetime(),
  paymentIntentId: z.nullable(z.string()),
  /** Refunds made: one per reason, and none of what promo code or Marquee had paid. */
  refunds: z.array(
    z.object({
      reason: refundReasonSchema,
      /** To the card that paid, and Stripe's id of it; zero and null where all went to the gift card. */
      amountCents: z.int(),
      refundId: z.nullable(z.string()),
      /** To the gift card. */
      giftCardCents: z.int(),
      /** Why the card did not get its part after all, as Stripe's code; absent when it did. */
      failure: z.optional(z.string()),
    }),
  ),
  completedAt: z.nullable(z.iso.datetime()),
  /** The highest version known to have been published. */
  publishedVersion: z.int(),
};

/** Shown to nobody, and not in the record either: only statements read and write it. */
export const DOCUMENT_FIELDS = {
  /** The rider's mailbox, by which promo codes know first rides. */
  riderKey: z.string(),
  /** The outbox mark: set with every change, removed once that change is published. */
  unpublishedSince: z.optional(z.iso.datetime()),
  /** Set when the rider is owed money, removed with the refund. */
  refundOwed: z.optional(z.object({ reason: refundReasonSchema, since: z.iso.datetime() })),
  /** Keys of the alerts that operations got about the payment. */
  paymentAlerts: z.optional(z.array(z.string())),
  /** The Idempotency-Key of the request, and a digest of its body. */
  idempotencyKey: z.optional(z.string()),
  requestDigest: z.optional(z.string()),
};
