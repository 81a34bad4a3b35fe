import * as z from 'zod/mini';
import { dollarStringSchema } from '../dollar-string.ts';
import type { Fare } from '../fares/fare.ts';
import type { FareLine } from '../fares/quote-fare.ts';
import { formatDollarString } from '../money.ts';
import { completedBySchema } from './completed-by.ts';
import { historyEntrySchema, OFFER_FIELDS, PARTY_FIELDS, RIDER_FIELDS } from './ride-fields.ts';
import { cancelledBySchema, riderChargeSchema, riderRefundSchema } from './ride-money.ts';

/** A paid ride as every driver sees it. Contains nothing that identifies the rider. */
export const offerSchema = z.object({
  ...OFFER_FIELDS,
  estimatedFare: dollarStringSchema,
  driverShare: dollarStringSchema,
});
export type Offer = z.infer<typeof offerSchema>;

/** The most offers in one list, those with the soonest pickup. A list of this length may be incomplete. */
export const MAX_OFFERS = 200;

const partyView = {
  ...OFFER_FIELDS,
  ...PARTY_FIELDS,
  estimatedFare: dollarStringSchema,
  actualFare: z.nullable(dollarStringSchema),
};

/** A history entry in the rider's view. */
const riderEntrySchema = z.object({
  ...historyEntrySchema.shape,
  /** Whether staff, instead of the rider, changed the booking. */
  isByStaff: z.optional(z.boolean()),
});
export type RiderEntry = z.infer<typeof riderEntrySchema>;

/** The rider's view of a ride: all of the rider's own data, and the driver. */
export const riderRideSchema = z.object({
  ...partyView,
  ...RIDER_FIELDS,
  history: z.array(riderEntrySchema),
  /** Discount by promo code plus payment by gift card, in dollars. */
  discountAmount: z.number(),
  /** When an unpaid ride expires (ISO 8601); null once settled. */
  payBy: z.nullable(z.iso.datetime()),
  /** Amount refunded to cards, including charges, "$…"; null if none. */
  refundedAmount: z.nullable(dollarStringSchema),
  /** Amount whose refund to a card failed, including charges, so that support must act; null if none. */
  refundFailedAmount: z.nullable(dollarStringSchema),
  /** Amount refunded to the gift card after the ride. */
  refundedToGiftCard: z.nullable(dollarStringSchema),
  /** Whether a payment that the ride could not be booked with is owed back; its amount is not known yet. */
  isLateRefundOwed: z.optional(z.boolean()),
  /** Who cancelled the ride after it was booked; null if it expired unpaid or no driver accepted it. */
  cancelledBy: z.nullable(cancelledBySchema),
  /** The fee kept for cancelling; null if none. */
  cancellationFee: z.nullable(dollarStringSchema),
  /** Path of the payment page of an unpaid ride booked by phone; null for any other. */
  payLink: z.nullable(z.string()),
  /** Further charges, open or paid, oldest first. */
  charges: z.array(riderChargeSchema),
  /** Refunds made, oldest first, followed by those still owed. */
  refunds: z.array(riderRefundSchema),
  /**
   * The four-digit PIN that proves to the driver that the rider is present; null unless it would be required
   * to start the ride now.
   */
  startPin: z.nullable(z.string()),
  /** Path of the trip link; null unless the ride is shared. */
  tripLink: z.nullable(z.string()),
});
export type RiderRide = z.infer<typeof riderRideSchema>;

/** A history entry in the driver's view. */
const driverEntrySchema = z.object({
  ...historyEntrySchema.shape,
  /** Whether staff assigned the ride, in an entry of an acceptance. */
  isByStaff: z.optional(z.boolean()),
});
export type DriverEntry = z.infer<typeof driverEntrySchema>;

/**
 * The driver's view of a ride. `customer` is the passenger: with a phone number from 24 hours before the
 * pickup, and null from 24 hours after the planned end.
 */
export const driverRideSchema = z.object({
  ...partyView,
  history: z.array(driverEntrySchema),
  driverShare: dollarStringSchema,
  /** The vehicle used, such as `Black Cadillac Escalade, NV 218-QKD`. */
  vehicle: z.nullable(z.string()),
  customer: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  /** Whether another person booked the ride for the passenger. The driver does not see who. */
  isForGuest: z.boolean(),
  /** Who cancelled the ride; null if not cancelled by a person. */
  cancelledBy: z.nullable(cancelledBySchema),
  /** Who completed the ride; null before. */
  completedBy: z.nullable(completedBySchema),
});
export type DriverRide = z.infer<typeof driverRideSchema>;

/** Distinguishes the two views: only the rider's view has a payment status. */
export const isRiderRide = (ride: RiderRide | DriverRide): ride is RiderRide => 'paymentStatus' in ride;

type Refunded = Pick<RiderRide, 'refundedAmount' | 'refundFailedAmount' | 'refundedToGiftCard'>;

/** Describes refunds of a ride and failed refunds; null if there are none. */
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

/**
 * Whether a ride that was never booked was charged: its payment was flagged, came too late or came with that
 * of the other leg of a return trip. It is refunded.
 */
export const wasChargedUnbooked = ({
  history,
  isLateRefundOwed,
  paymentStatus,
}: Pick<RiderRide, 'history' | 'isLateRefundOwed' | 'paymentStatus'>): boolean =>
  isLateRefundOwed === true ||
  paymentStatus === 'refunded' ||
  history.some(({ change }) => change === 'flagged');

/** Returns a fare line that deducts a remainder too small for a card payment; empty if nothing is waived. */
export function waivedLines({
  fareCents,
  giftCardCents,
  totalCents,
}: Pick<Fare, 'fareCents' | 'giftCardCents' | 'totalCents'>): FareLine[] {
  const waivedCents = fareCents - giftCardCents - totalCents;
  return waivedCents > 0 ? [{ label: 'Waived, under 50 cents', cents: -waivedCents }] : [];
}

/** The bank card that paid for a ride, as Stripe describes it. */
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

/** Returns the name of a card brand, such as `Visa`; an unknown brand is returned unchanged. */
const brandName = ({ brand }: BankCard): string => BRANDS.get(brand) ?? brand;

/** Names a card: `Visa 4242`. */
export const shortCardName = (card: BankCard): string => `${brandName(card)} ${card.last4}`;

/** Names a card: `Visa ending 4242`. */
export const cardName = (card: BankCard): string => `${brandName(card)} ending ${card.last4}`;
