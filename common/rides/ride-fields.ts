import * as z from 'zod/mini';
import { auditActorSchema, auditEntrySchema } from '../audit-log/audit-entry.ts';
import { bookingTypeSchema, fareSchema } from '../fares/fare.ts';
import { surgeTierSchema } from '../fares/surge-day.ts';
import { idSchema } from '../id.ts';
import { refundReasonSchema } from '../jobs.ts';
import { ratingSchema } from './rating.ts';
import { passengerSchema } from './request-ride.ts';
import { adjustmentSchema, cancelledBySchema, chargeSchema } from './ride-money.ts';
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
  /** What its driver, or staff for them, went ahead with after being asked: an overlap, or an early start. */
  note: z.optional(z.enum(['overlap', 'early'])),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A driver with the vehicle they come in, as a ride is given to them. */
export const assignmentSchema = z.object({
  driverId: idSchema,
  /** The whole name. */
  name: z.string(),
  vehicleId: z.nullable(z.string()),
  /** In words; null for a ride accepted before vehicles were recorded. */
  vehicle: z.nullable(z.string()),
  /** Of who had a ride: how far they were, where they had set off or arrived, for an undo. */
  enRouteAt: z.optional(z.iso.datetime()),
  arrivedAt: z.optional(z.iso.datetime()),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** The same as recorded, for staff: who did it and from where, absent in old lines; what they wrote about it. */
export const recordedEntrySchema = z.object({
  ...historyEntrySchema.shape,
  by: z.optional(auditActorSchema),
  text: z.optional(z.string()),
  /** Who was given the ride by staff. */
  assigned: z.optional(assignmentSchema),
  /** Who had the ride until this line. */
  former: z.optional(assignmentSchema),
  /** Staff took back what they had done a moment before. */
  isUndo: z.optional(z.boolean()),
  /** The kind of vehicle it was for until this line, whose drivers were offered it. */
  formerRideType: z.optional(z.string()),
  /** The key of the trip link that it had until this line. */
  formerTripKey: z.optional(z.string()),
});
export type RecordedEntry = z.infer<typeof recordedEntrySchema>;

/** Shown to every driver while the ride is an offer, to its rider and to its driver. */
export const OFFER_FIELDS = {
  id: idSchema,
  /** Rises by one with every change; of two copies of a ride the one with the higher version is right. */
  version: z.int(),
  rideType: z.string(),
  createdAt: z.iso.datetime(),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Addresses between pickup and drop-off, in the order in which they are driven to. */
  stops: z.array(z.string()),
  bookingType: bookingTypeSchema,
  hours: z.nullable(z.number()),
  /** Wall date (YYYY-MM-DD) and time (HH:MM) in America/Los_Angeles. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  /** Rises by one when what is booked changes: who accepts takes the ride as they saw it. */
  revision: z.int(),
};

/** The final fare for which a driver completed a ride, where that waits for staff, or did. */
export const fareReviewSchema = z.object({
  proposedCents: z.int(),
  /** Until it is decided: the ride has no final fare before. */
  pendingSince: z.optional(z.iso.datetime()),
});
export type FareReview = z.infer<typeof fareReviewSchema>;

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
  /** Of the flight that is met at an airport, as `WN 1482`. */
  flightNumber: z.nullable(z.string()),
  specialRequests: z.nullable(z.string()),
  /** When its driver set off, and when they arrived at the pickup; null before. */
  enRouteAt: z.nullable(z.iso.datetime()),
  arrivedAt: z.nullable(z.iso.datetime()),
  /** How long its driver waited past what is free, in minutes, and what that costs; from its start on, null for nothing. */
  waiting: z.nullable(z.object({ minutes: z.int(), cents: z.int() })),
  /** What its driver completed it for, where that is less than half of what was paid; null for every other. */
  fareReview: z.nullable(fareReviewSchema),
  /** Whether its rider wants the driver to ask for the start PIN. */
  wantsPin: z.nullable(z.boolean()),
  history: z.array(historyEntrySchema),
};

/** Shown to the ride's rider alone. */
export const RIDER_FIELDS = {
  paymentStatus: paymentStatusSchema,
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** Who rides, where that is somebody else than its customer. */
  passenger: z.nullable(passengerSchema),
  promoCodeId: z.nullable(z.string()),
  giftCardId: z.nullable(z.string()),
  fare: fareSchema,
  /** The fare as it was booked and paid, once an edit has changed it. */
  bookedFare: z.nullable(fareSchema),
  /** The bank card that paid. */
  payment: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Who comes, as recorded at acceptance; with the average of their ratings at that time, once it is shown. */
  driver: z.nullable(
    z.object({ firstName: z.string(), vehicle: z.string(), rating: z.optional(z.number()) }),
  ),
  /** Of one of two rides that were booked together and are paid by one payment: which it is, and the other. Null for a ride by itself. */
  order: z.nullable(
    z.object({
      leg: z.enum(['there', 'back']),
      otherRideId: idSchema,
      /** What the payment for both was opened for, by bank card. */
      dueCents: z.int(),
    }),
  ),
  /** What its rider thought of it; null until then. */
  rating: z.nullable(ratingSchema),
  /** The gift card they got because the driver was late, and by how many minutes; null where there is none. */
  lateCredit: z.nullable(z.object({ amountCents: z.int(), minutes: z.int() })),
};

/** Shown to staff. */
export const STAFF_FIELDS = {
  /** The vehicle that comes, of the fleet. */
  vehicleId: z.nullable(z.string()),
  scheduledAt: z.iso.datetime(),
  /** The rates its fare was quoted with; later versions never change it. Null from before rates had versions. */
  ratesVersion: z.nullable(z.string()),
  actualFareCents: z.nullable(z.int()),
  /** Until when an unpaid ride is held. */
  payBy: z.iso.datetime(),
  /** Who called the ride off once it was settled, what was kept of its money for that, and why. */
  cancellation: z.nullable(z.object({ by: cancelledBySchema, feeCents: z.int(), reason: z.string() })),
  /** Refunds made: one per reason, by hand any number, and none of what promo code or Marquee had paid. */
  refunds: z.array(
    z.object({
      reason: z.enum([...refundReasonSchema.options, 'adjustment']),
      /** To the card that paid, and Stripe's id of it; zero and null where all went to the gift card. */
      amountCents: z.int(),
      refundId: z.nullable(z.string()),
      /** To the gift card. */
      giftCardCents: z.int(),
      /** Why the card did not get its part after all, as Stripe's code; absent when it did. */
      failure: z.optional(z.string()),
      /** Of a refund by hand, or for an edit: which. */
      adjustmentId: z.optional(idSchema),
      /** The charge whose payment it came from; absent where it was the ride's own. */
      chargeId: z.optional(idSchema),
    }),
  ),
  /** Refunds by hand, owed or made, oldest first. */
  adjustments: z.array(adjustmentSchema),
  /** What its customer was asked to pay by link, oldest first. */
  charges: z.array(chargeSchema),
  completedAt: z.nullable(z.iso.datetime()),
};

/** What an edit may change, as a whole: one that waits for its payment is made as it was asked for. */
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

/** An edit or extension that is made once its charge, which has the same id, is paid. */
export const pendingEditSchema = z.object({
  id: idSchema,
  ...EDITED_FIELDS,
  fare: fareSchema,
  /** Whether a vehicle's time is taken for it, under its id. */
  hasPlace: z.boolean(),
});
export type PendingEdit = z.infer<typeof pendingEditSchema>;

/** What of a ride an edit changes. */
export type EditedFields = Pick<PendingEdit, keyof typeof EDITED_FIELDS>;

/** Shown to nobody; commands and presenters calculate with it. */
export const RECORD_FIELDS = {
  city: z.string(),
  /** The edit that waits for its payment; it is for the ride as it is now. */
  pendingEdit: z.nullable(pendingEditSchema),
  /** What its vehicle's time is taken under, once an edit has moved it; else the ride's id. */
  placeId: z.nullable(z.string()),
  paymentIntentId: z.nullable(z.string()),
  /** Set when the rider is owed money by what became of the ride, null again with the refund. */
  refundOwed: z.nullable(
    z.object({
      reason: refundReasonSchema,
      since: z.iso.datetime(),
      /** How much, and where to, where that does not follow from the ride. */
      sums: z.optional(z.object({ toCardCents: z.int(), toGiftCardCents: z.int() })),
    }),
  ),
  /** Its trip link, if it has one: what the token is derived with, and the digest it is found by. */
  share: z.nullable(z.object({ nonce: z.string(), key: z.string() })),
  /** The highest version known to have been published. */
  publishedVersion: z.int(),
  /** The lines that the audit log is owed for what staff did; gone once they are written and their changes published. */
  auditOwed: z.optional(z.array(auditEntrySchema)),
};

/** Shown to nobody, and not in the record either: only statements read and write it. */
export const DOCUMENT_FIELDS = {
  /** The rider's mailbox, by which promo codes know first rides. */
  riderKey: z.string(),
  /** The outbox mark: set with every change, removed once that change is published. */
  unpublishedSince: z.optional(z.iso.datetime()),
  /** Staff's changes of its money: the Idempotency-Key of each, and a digest of what it asked for. */
  staffRequests: z.optional(z.array(z.object({ key: z.string(), digest: z.string() }))),
  /** Since when support is owed what a rider wrote about a poor ride; gone once it is in their inbox. */
  ratingReportOwedSince: z.optional(z.iso.datetime()),
  /** It was cancelled, since then, while a bank decided on its payment; gone once that has ended. */
  undecidedPaymentSince: z.optional(z.iso.datetime()),
  /** It was cancelled unpaid, since then; gone once all that it held of promo and gift card is released. */
  releaseOwedSince: z.optional(z.iso.datetime()),
  /** Words and numbers by which staff find it, in lower case; see `searchTermsOf`. */
  searchTerms: z.array(z.string()),
  /** How often its driver entered a PIN that is not the rider's. */
  pinTries: z.optional(z.int()),
  /** Keys of the alerts that operations got about the payment. */
  paymentAlerts: z.optional(z.array(z.string())),
  /** The Idempotency-Key of the request, and a digest of its body. */
  idempotencyKey: z.optional(z.string()),
  requestDigest: z.optional(z.string()),
  /** The same key where staff booked the ride: unique among all riders. Rides booked before this field existed have none. */
  staffKey: z.optional(z.string()),
};
