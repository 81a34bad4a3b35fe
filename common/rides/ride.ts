import * as z from 'zod/mini';
import { dollarStringSchema } from '../dollar-string.ts';
import type { Fare } from '../fares/fare.ts';
import type { FareLine } from '../fares/quote-fare.ts';
import { formatDollarString } from '../money.ts';
import { completedBySchema } from './completed-by.ts';
import { historyEntrySchema, OFFER_FIELDS, PARTY_FIELDS, RIDER_FIELDS } from './ride-fields.ts';
import { cancelledBySchema, riderChargeSchema, riderRefundSchema } from './ride-money.ts';

/** A paid ride as every driver sees it: nothing that identifies the rider. */
export const offerSchema = z.object({
  ...OFFER_FIELDS,
  estimatedFare: dollarStringSchema,
  driverShare: dollarStringSchema,
});
export type Offer = z.infer<typeof offerSchema>;

/** The most offers in one list: those with the soonest pickup. A full list may not be all there are. */
export const OFFERS_AT_ONCE = 200;

const partyView = {
  ...OFFER_FIELDS,
  ...PARTY_FIELDS,
  estimatedFare: dollarStringSchema,
  actualFare: z.nullable(dollarStringSchema),
};

/** A line of a ride's history, as its rider sees it. */
const riderEntrySchema = z.object({
  ...historyEntrySchema.shape,
  /** Of a change of what is booked: staff made it, and not the rider. */
  isByStaff: z.optional(z.boolean()),
});
export type RiderEntry = z.infer<typeof riderEntrySchema>;

/** A ride as its rider sees it: everything of its own, and who is coming. */
export const riderRideSchema = z.object({
  ...partyView,
  ...RIDER_FIELDS,
  history: z.array(riderEntrySchema),
  /** Dollars taken off by promo code and gift card together. */
  discountAmount: z.number(),
  /** Until when an unpaid ride is held (ISO 8601); null once settled. */
  payBy: z.nullable(z.iso.datetime()),
  /** What was refunded to a card, of charges too, "$…"; null when nothing was. */
  refundedAmount: z.nullable(dollarStringSchema),
  /** What was refunded to a card and failed, of charges too, so that support has to see to it; null when nothing did. */
  refundFailedAmount: z.nullable(dollarStringSchema),
  /** What was refunded to the gift card after the ride. */
  refundedToGiftCard: z.nullable(dollarStringSchema),
  /** Who had it cancelled once it was booked; null where nobody paid, or no driver came forward. */
  cancelledBy: z.nullable(cancelledBySchema),
  /** What was kept for cancelling it; null when nothing was. */
  cancellationFee: z.nullable(dollarStringSchema),
  /** Path of the page where an unpaid ride booked by phone is paid; null for every other. */
  payLink: z.nullable(z.string()),
  /** What else it was asked to pay, or has paid, oldest first. */
  charges: z.array(riderChargeSchema),
  /** What went back of what was paid for it, oldest first, and then what is still to go. */
  refunds: z.array(riderRefundSchema),
  /** The four digits by which its driver knows that the rider is there; null unless one who started it now would be asked for them. */
  startPin: z.nullable(z.string()),
  /** Path of its trip link; null unless it is shared. */
  tripLink: z.nullable(z.string()),
});
export type RiderRide = z.infer<typeof riderRideSchema>;

/** A line of a ride's history, as its driver sees it. */
const driverEntrySchema = z.object({
  ...historyEntrySchema.shape,
  /** Of an acceptance: staff gave them the ride. */
  isByStaff: z.optional(z.boolean()),
});
export type DriverEntry = z.infer<typeof driverEntrySchema>;

/** A ride as its driver sees it. `customer` is who rides: with a phone from 24 hours before the pickup on, and null from 24 hours after the planned end on. */
export const driverRideSchema = z.object({
  ...partyView,
  history: z.array(driverEntrySchema),
  driverShare: dollarStringSchema,
  /** The vehicle it was accepted with, such as `Black Cadillac Escalade, NV 218-QKD`. */
  vehicle: z.nullable(z.string()),
  customer: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  /** Whether somebody else booked it for them, whom its driver is not told the name of. */
  isForGuest: z.boolean(),
  /** Who had it cancelled; null unless somebody did. */
  cancelledBy: z.nullable(cancelledBySchema),
  /** Who completed it; null before. */
  completedBy: z.nullable(completedBySchema),
});
export type DriverRide = z.infer<typeof driverRideSchema>;

/** Distinguishes the two audiences' views: only the rider's has the payment's status. */
export const isRiderRide = (ride: RiderRide | DriverRide): ride is RiderRide => 'paymentStatus' in ride;

type Refunded = Pick<RiderRide, 'refundedAmount' | 'refundFailedAmount' | 'refundedToGiftCard'>;

/** What went back of what was paid for a ride, where to, and what did not get there; null when nothing was sent back. */
export function formatRefund({
  refundedAmount,
  refundFailedAmount,
  refundedToGiftCard,
}: Refunded): string | null {
  const parts = [
    refundedAmount && `${formatDollarString(refundedAmount)} went back to your card.`,
    refundFailedAmount &&
      `${formatDollarString(refundFailedAmount)} could not be sent back to your card. Our support team will write to you about it.`,
    refundedToGiftCard && `${formatDollarString(refundedToGiftCard)} went back to your gift card.`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}

/** The rest of a fare that is too little for a card, as a line that takes it off; empty where nothing is waived. */
export function waivedLines({
  fareCents,
  giftCardCents,
  totalCents,
}: Pick<Fare, 'fareCents' | 'giftCardCents' | 'totalCents'>): FareLine[] {
  const waivedCents = fareCents - giftCardCents - totalCents;
  return waivedCents > 0 ? [{ label: 'Waived, under 50 cents', cents: -waivedCents }] : [];
}

/** The bank card that paid for a ride, as Stripe names it. */
export interface BankCard {
  brand: string;
  last4: string;
}

const BRANDS = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
]);

/** `Visa`; a brand that is not known as it came. */
const brandName = ({ brand }: BankCard): string => BRANDS.get(brand) ?? brand;

/** `Visa 4242`. */
export const shortCardName = (card: BankCard): string => `${brandName(card)} ${card.last4}`;

/** `Visa ending 4242`. */
export const cardName = (card: BankCard): string => `${brandName(card)} ending ${card.last4}`;
