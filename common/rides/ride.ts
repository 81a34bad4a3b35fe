import * as z from 'zod/mini';
import { dollarStringSchema } from '../dollar-string.ts';
import { bookingTypeSchema, fareSchema } from '../fares/fare.ts';
import { surgeTierSchema } from '../fares/surge-day.ts';
import { idSchema } from '../id.ts';
import { paymentStatusSchema, rideChangeSchema, rideStatusSchema } from './status.ts';

/** One line of a ride's history: what changed, at which instant (ISO 8601), and the version it made. */
export const historyEntrySchema = z.object({
  change: rideChangeSchema,
  at: z.iso.datetime(),
  version: z.int(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const offerFields = {
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
  estimatedFare: dollarStringSchema,
};

/** A paid ride as every driver sees it: nothing that tells who the rider is. */
export const offerSchema = z.object({ ...offerFields, driverShare: dollarStringSchema });
export type Offer = z.infer<typeof offerSchema>;

/** The most offers that are sent in one list: those with the soonest pickup. A full list may not be all there are. */
export const OFFERS_AT_ONCE = 200;

const rideFields = {
  ...offerFields,
  status: rideStatusSchema,
  riderId: idSchema,
  driverId: z.nullable(idSchema),
  isAirportPickup: z.boolean(),
  surgePricing: surgeTierSchema,
  gratuityPercentage: z.number(),
  actualFare: z.nullable(dollarStringSchema),
  preferredColor: z.nullable(z.string()),
  passengers: z.nullable(z.int()),
  specialRequests: z.nullable(z.string()),
  history: z.array(historyEntrySchema),
};

/** A ride as its rider sees it: everything of its own, and who is coming. */
export const riderRideSchema = z.object({
  ...rideFields,
  paymentStatus: paymentStatusSchema,
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  promoCodeId: z.nullable(z.string()),
  giftCardId: z.nullable(z.string()),
  /** Dollars taken off by promo code and gift card together. */
  discountAmount: z.number(),
  fare: fareSchema,
  /** Until when an unpaid ride is held (ISO 8601); null once settled. */
  payBy: z.nullable(z.iso.datetime()),
  payment: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** What went back to the card that paid, "$…"; null when nothing did. */
  refundedAmount: z.nullable(dollarStringSchema),
  /** What was sent back to that card and did not get there, so that support has to see to it; null when all did. */
  refundFailedAmount: z.nullable(dollarStringSchema),
  /** What went back to the gift card after the ride. */
  refundedToGiftCard: z.nullable(dollarStringSchema),
  driver: z.nullable(z.object({ firstName: z.string(), vehicle: z.string() })),
});
export type RiderRide = z.infer<typeof riderRideSchema>;

/** Tells the two audiences' views apart: only the rider's tells how it is paid. */
export const isRiderRide = (ride: RiderRide | DriverRide): ride is RiderRide => 'paymentStatus' in ride;

/** A ride as its driver sees it. `customer` is null from 24 hours after completion on. */
export const driverRideSchema = z.object({
  ...rideFields,
  driverShare: dollarStringSchema,
  customer: z.nullable(z.object({ name: z.string(), phone: z.string() })),
});
export type DriverRide = z.infer<typeof driverRideSchema>;
