import type { BookingType, Fare } from '#common/fares/fare.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import type { RefundReason } from '#common/jobs.ts';
import type { Cents } from '#common/money.ts';
import type { HistoryEntry } from '#common/rides/ride.ts';
import type { PaymentStatus, RideStatus } from '#common/rides/status.ts';
import type { Paint, VehicleId } from '#common/vehicles/catalogue.ts';

/** Money given back for a ride: once per reason, and none where promo code or house had paid all of it. */
export interface RideRefund {
  reason: RefundReason;
  /** To the card that paid, and Stripe's id of it; zero and null where all went to the gift card. */
  amountCents: Cents;
  refundId: string | null;
  /** To the gift card. */
  giftCardCents: Cents;
  /** Why the card did not get its part after all, in Stripe's word; absent when it did. */
  failure?: string;
}

/**
 * A ride as stored, as plain data that survives JSON: ids are hex strings, instants ISO 8601. Commands, policies and presenters read
 * this; only the model knows documents.
 */
export interface RideRecord {
  id: string;
  version: number;
  city: string;
  riderId: string;
  driverId: string | null;
  /** Who comes, as recorded at acceptance. */
  driver: { firstName: string; vehicle: string } | null;
  status: RideStatus;
  paymentStatus: PaymentStatus;
  rideType: VehicleId;
  bookingType: BookingType;
  hours: number | null;
  pickupLocation: string;
  dropoffLocation: string;
  isAirportPickup: boolean;
  surgePricing: SurgeTier;
  gratuityPercentage: number;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  scheduledDate: string;
  scheduledTime: string;
  scheduledAt: string;
  preferredColor: Paint | null;
  passengers: number | null;
  specialRequests: string | null;
  promoCodeId: string | null;
  giftCardId: string | null;
  fare: Fare;
  actualFareCents: Cents | null;
  payBy: string;
  paymentIntentId: string | null;
  payment: { brand: string; last4: string } | null;
  refunds: RideRefund[];
  createdAt: string;
  completedAt: string | null;
  history: HistoryEntry[];
  /** The highest version known to have been announced. */
  publishedVersion: number;
}
