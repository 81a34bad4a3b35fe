import * as z from 'zod/mini';
import { auditActorSchema, auditEntrySchema } from '../audit-log/audit-entry.ts';
import { bookingTypeSchema, fareSchema } from '../fares/fare.ts';
import { surgeTierSchema } from '../fares/surge-day.ts';
import { idSchema } from '../id.ts';
import { refundReasonSchema } from '../jobs.ts';
import { ratingSchema } from './rating.ts';
import { adjustmentSchema, cancelledBySchema, chargeSchema } from './ride-money.ts';
import { passengerSchema } from './ride-request.ts';
import {
  FORMER_STAMP_FIELDS,
  paymentStatusSchema,
  rideChangeSchema,
  rideStatusSchema,
  STAMP_FIELDS,
} from './ride-states.ts';

// The single list of a ride's fields. Views (ride.ts), document, record and its conversion
// (server/rides/ride-model.ts) and the presenters (server/rides/present-ride.ts) derive from it. The group of
// a field decides which views contain it unchanged; calculated fields are in the schema of the view. Plain
// data: ids are hex strings, instants ISO 8601, money integer cents.

/** An entry of a ride's history: the change, its time, and the version it created. */
export const historyEntrySchema = z.object({
  change: rideChangeSchema,
  at: z.iso.datetime(),
  version: z.int(),
  /** What the driver, or staff for them, confirmed: an overlap, or an early start. */
  note: z.optional(z.enum(['overlap', 'early'])),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A driver and vehicle assigned to a ride. */
const assignmentSchema = z.object({
  driverId: idSchema,
  /** The full name. */
  name: z.string(),
  vehicleId: z.nullable(z.string()),
  /** Description of the vehicle; null for a ride accepted before vehicles were recorded. */
  vehicle: z.nullable(z.string()),
  /** Of a former driver: when they set off and arrived, so that an undo can restore it. */
  ...FORMER_STAMP_FIELDS,
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** A history entry as stored, for staff: with the actor (absent in old entries) and their note. */
export const recordedEntrySchema = z.object({
  ...historyEntrySchema.shape,
  by: z.optional(auditActorSchema),
  text: z.optional(z.string()),
  /** The driver whom staff assigned. */
  assigned: z.optional(assignmentSchema),
  /** The driver before this change. */
  former: z.optional(assignmentSchema),
  /** Whether a staff member undid their own latest change. */
  isUndo: z.optional(z.boolean()),
  /** Of a failed refund: whether Stripe refused it at once, so that no `refunded` entry precedes it. */
  isRefused: z.optional(z.boolean()),
  /** The kind of vehicle before this change, whose drivers were offered the ride. */
  formerRideType: z.optional(z.string()),
  /** Key of the trip link before this change. */
  formerTripKey: z.optional(z.string()),
});
export type RecordedEntry = z.infer<typeof recordedEntrySchema>;

/** Fields shown to every driver while the ride is an offer, to its rider and to its driver. */
export const OFFER_FIELDS = {
  id: idSchema,
  /** Incremented by every change. Of two copies of a ride, the one with the higher version is current. */
  version: z.int(),
  rideType: z.string(),
  createdAt: z.iso.datetime(),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Addresses between pickup and drop-off, in driving order. */
  stops: z.array(z.string()),
  bookingType: bookingTypeSchema,
  hours: z.nullable(z.number()),
  /** Local date (YYYY-MM-DD) and time (HH:MM) in America/Los_Angeles. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  /**
   * Incremented when the booking changes. Accepting names it, so that a driver gets the ride as they saw it.
   */
  revision: z.int(),
};

/** The final fare proposed by the driver, while or after staff review it. */
const fareReviewSchema = z.object({
  proposedCents: z.int(),
  /** Set until staff decide. Until then the ride has no final fare. */
  pendingSince: z.optional(z.iso.datetime()),
});
export type FareReview = z.infer<typeof fareReviewSchema>;

/** Fields shown to the ride's rider and driver. */
export const PARTY_FIELDS = {
  status: rideStatusSchema,
  riderId: idSchema,
  driverId: z.nullable(idSchema),
  isAirportPickup: z.boolean(),
  surgePricing: surgeTierSchema,
  gratuityPercentage: z.number(),
  preferredColor: z.nullable(z.string()),
  passengers: z.nullable(z.int()),
  /** The flight to meet at the airport, such as `WN 1482`. */
  flightNumber: z.nullable(z.string()),
  specialRequests: z.nullable(z.string()),
  /** When the driver set off, and when they arrived at the pickup; null before. */
  ...STAMP_FIELDS,
  /**
   * Minutes of waiting beyond the free waiting time, and the charge. Set at the start, and by a review; null
   * for none.
   */
  waiting: z.nullable(z.object({ minutes: z.int(), cents: z.int() })),
  /**
   * The driver's final fare, if it needs a review because it is less than half of the amount paid, or because
   * of long waiting.
   */
  fareReview: z.nullable(fareReviewSchema),
  /** Whether the rider wants the driver to enter the start PIN. */
  wantsPin: z.nullable(z.boolean()),
  history: z.array(historyEntrySchema),
};

/** Fields shown only to the ride's rider. */
export const RIDER_FIELDS = {
  paymentStatus: paymentStatusSchema,
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** The passenger, if other than the customer. */
  passenger: z.nullable(passengerSchema),
  promoCodeId: z.nullable(z.string()),
  giftCardId: z.nullable(z.string()),
  fare: fareSchema,
  /** The fare as booked and paid, if an edit has changed it since. */
  bookedFare: z.nullable(fareSchema),
  /** The bank card used. */
  payment: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** The driver, as recorded at acceptance. `rating` is their average at that time, if it was shown. */
  driver: z.nullable(
    z.object({ firstName: z.string(), vehicle: z.string(), rating: z.optional(z.number()) }),
  ),
  /**
   * The order, if the ride was booked and paid together with a return trip: which leg it is, and the other
   * ride. Null for a single ride.
   */
  order: z.nullable(
    z.object({
      leg: z.enum(['there', 'back']),
      otherRideId: idSchema,
      /** Amount of the card payment for both rides. */
      dueCents: z.int(),
    }),
  ),
  /** The rider's rating; null before. */
  rating: z.nullable(ratingSchema),
  /** The gift card issued because the driver was late, and the delay in minutes; null if there is none. */
  lateCredit: z.nullable(z.object({ amountCents: z.int(), minutes: z.int() })),
};

/** Fields shown to staff. */
export const STAFF_FIELDS = {
  /** The assigned vehicle of the fleet. */
  vehicleId: z.nullable(z.string()),
  scheduledAt: z.iso.datetime(),
  /**
   * The version of the rates that the fare was quoted with. Later versions never change it. Null for rides
   * from before rates were versioned.
   */
  ratesVersion: z.nullable(z.string()),
  actualFareCents: z.nullable(z.int()),
  /** When an unpaid ride expires. */
  payBy: z.iso.datetime(),
  /** Who cancelled the ride after it was settled, the fee kept, and why. */
  cancellation: z.nullable(z.object({ by: cancelledBySchema, feeCents: z.int(), reason: z.string() })),
  /**
   * Refunds made: at most one per reason, any number of adjustments. Does not include amounts covered by the
   * promo code or Marquee.
   */
  refunds: z.array(
    z.object({
      reason: z.enum([...refundReasonSchema.options, 'adjustment']),
      /** Amount refunded to the card and Stripe's refund id; zero and null if all went to the gift card. */
      amountCents: z.int(),
      refundId: z.nullable(z.string()),
      /** Amount refunded to the gift card. */
      giftCardCents: z.int(),
      /** Stripe's code if the card refund failed later; absent otherwise. */
      failure: z.optional(z.string()),
      /** The adjustment that this refund belongs to. */
      adjustmentId: z.optional(idSchema),
      /** The charge whose payment was refunded; absent if it was the ride's own payment. */
      chargeId: z.optional(idSchema),
    }),
  ),
  /**
   * Refunds decided by staff or caused by an edit, completion or cancellation; owed or made, oldest first.
   */
  adjustments: z.array(adjustmentSchema),
  /** Charges sent to the customer for payment, oldest first. */
  charges: z.array(chargeSchema),
  completedAt: z.nullable(z.iso.datetime()),
};

/** The fields that an edit may change. A pending edit stores all of them and is applied as a whole. */
const EDITED_FIELDS = {
  rideType: OFFER_FIELDS.rideType,
  pickupLocation: OFFER_FIELDS.pickupLocation,
  dropoffLocation: OFFER_FIELDS.dropoffLocation,
  stops: OFFER_FIELDS.stops,
  bookingType: OFFER_FIELDS.bookingType,
  hours: OFFER_FIELDS.hours,
  scheduledDate: OFFER_FIELDS.scheduledDate,
  scheduledTime: OFFER_FIELDS.scheduledTime,
  scheduledAt: STAFF_FIELDS.scheduledAt,
  isAirportPickup: PARTY_FIELDS.isAirportPickup,
  surgePricing: PARTY_FIELDS.surgePricing,
  gratuityPercentage: PARTY_FIELDS.gratuityPercentage,
  preferredColor: PARTY_FIELDS.preferredColor,
  passengers: PARTY_FIELDS.passengers,
  flightNumber: PARTY_FIELDS.flightNumber,
  specialRequests: PARTY_FIELDS.specialRequests,
  passenger: RIDER_FIELDS.passenger,
  ratesVersion: STAFF_FIELDS.ratesVersion,
};

/** An edit or extension that is applied once its charge, which has the same id, is paid. */
const pendingEditSchema = z.object({
  id: idSchema,
  ...EDITED_FIELDS,
  fare: fareSchema,
  /** Whether vehicle time is reserved for it, under its id. */
  hasPlace: z.boolean(),
});
export type PendingEdit = z.infer<typeof pendingEditSchema>;

/** The fields of a ride that an edit may change. */
export type EditedFields = Pick<PendingEdit, keyof typeof EDITED_FIELDS>;

/** Fields shown to nobody, for commands and presenters. */
export const RECORD_FIELDS = {
  city: z.string(),
  /** The edit that waits for payment. It is based on the current version of the booking. */
  pendingEdit: z.nullable(pendingEditSchema),
  /** The key of the ride's reserved vehicle time, if an edit has moved it; null for the ride's id. */
  placeId: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  /**
   * When the ride was paid at Stripe, which may be long before its `paid` change was recorded. Absent if it
   * was settled without a payment, or before this was stored.
   */
  paidAt: z.optional(z.iso.datetime()),
  /** Set when the rider is owed a refund, and cleared by that refund. */
  refundOwed: z.nullable(
    z.object({
      reason: refundReasonSchema,
      since: z.iso.datetime(),
      /** The amounts, if they do not follow from the ride itself. */
      sums: z.optional(z.object({ toCardCents: z.int(), toGiftCardCents: z.int() })),
    }),
  ),
  /**
   * Set if it was cancelled because its promo code had been used with the card that paid it. Not part of
   * `cancellation`, which servers of the previous release copy with the fields that they know.
   */
  wasCardUsed: z.optional(z.boolean()),
  /** The trip link, if any: the nonce that its token is derived from, and the digest by which it is found. */
  share: z.nullable(z.object({ nonce: z.string(), key: z.string() })),
  /** The highest version known to be published. */
  publishedVersion: z.int(),
  /**
   * Audit log lines for staff actions and refunds that are still to be written. Removed once they are written
   * and the changes are published.
   */
  auditOwed: z.optional(z.array(auditEntrySchema)),
};

/** Fields shown to nobody and not part of the record; only database statements read and write them. */
export const DOCUMENT_FIELDS = {
  /** Normalized mailbox of the rider, by which promo codes recognize first rides. */
  riderKey: z.string(),
  /** Outbox mark: set by every change, removed once that change is published. */
  unpublishedSince: z.optional(z.iso.datetime()),
  /** Idempotency-Key and digest of each request by staff that adjusted the ride's money or added a note. */
  staffRequests: z.optional(z.array(z.object({ key: z.string(), digest: z.string() }))),
  /** Set when a rider's comment on a poor ride still has to reach support's inbox; removed once it has. */
  ratingReportOwedSince: z.optional(z.iso.datetime()),
  /** When the ride was cancelled with its payment still processing; removed once the payment has ended. */
  undecidedPaymentSince: z.optional(z.iso.datetime()),
  /** When the ride was cancelled unpaid; removed once its promo code and gift card holds are released. */
  releaseOwedSince: z.optional(z.iso.datetime()),
  /** Words and numbers by which staff find the ride, in lower case; see `searchTermsOf`. */
  searchTerms: z.array(z.string()),
  /** Number of wrong PINs that the driver entered. */
  pinTries: z.optional(z.int()),
  /** Keys of the payment alerts that operations received. */
  paymentAlerts: z.optional(z.array(z.string())),
  /** Idempotency-Key of the request, and a digest of its body. */
  idempotencyKey: z.optional(z.string()),
  requestDigest: z.optional(z.string()),
  /** The same key if staff booked the ride: unique across riders. Absent from older rides. */
  staffKey: z.optional(z.string()),
};
