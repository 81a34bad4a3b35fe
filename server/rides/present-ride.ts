import { driverShareCents } from '#common/fares/driver-share.ts';
import { type Cents, toDollarString } from '#common/money.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import type { RideRecord, RideRefund } from './ride-model.ts';

/** How long after completion a driver still sees whom it drove. */
const CUSTOMER_VISIBLE_MS = 24 * 3_600_000;

const offerFields = (ride: RideRecord) => ({
  id: ride.id,
  version: ride.version,
  rideType: ride.rideType,
  createdAt: ride.createdAt,
  pickupLocation: ride.pickupLocation,
  dropoffLocation: ride.dropoffLocation,
  bookingType: ride.bookingType,
  hours: ride.hours,
  scheduledDate: ride.scheduledDate,
  scheduledTime: ride.scheduledTime,
  estimatedFare: toDollarString(ride.fare.fareCents),
});

const rideFields = (ride: RideRecord) => ({
  ...offerFields(ride),
  status: ride.status,
  riderId: ride.riderId,
  driverId: ride.driverId,
  isAirportPickup: ride.isAirportPickup,
  surgePricing: ride.surgePricing,
  gratuityPercentage: ride.gratuityPercentage,
  actualFare: ride.actualFareCents === null ? null : toDollarString(ride.actualFareCents),
  preferredColor: ride.preferredColor,
  passengers: ride.passengers,
  specialRequests: ride.specialRequests,
  history: ride.history,
});

/** A ride as every driver may see it: no name, phone or e-mail, no special requests. */
export const presentOffer = (ride: RideRecord): Offer => ({
  ...offerFields(ride),
  driverShare: toDollarString(driverShareCents(ride.fare)),
});

function sumOf(amounts: Cents[]): string | null {
  const cents = amounts.reduce((sum, amount) => sum + amount, 0);
  return cents > 0 ? toDollarString(cents) : null;
}

const toBankCard = (refunds: RideRefund[]): string | null =>
  sumOf(refunds.map(({ amountCents }) => amountCents));

/** A ride for its rider. */
export function presentRiderRide(ride: RideRecord): RiderRide {
  return {
    ...rideFields(ride),
    paymentStatus: ride.paymentStatus,
    customerName: ride.customerName,
    customerEmail: ride.customerEmail,
    customerPhone: ride.customerPhone,
    promoCodeId: ride.promoCodeId,
    giftCardId: ride.giftCardId,
    discountAmount: (ride.fare.promoCents + ride.fare.giftCardCents) / 100,
    fare: ride.fare,
    payBy: ride.paymentStatus === 'pending' ? ride.payBy : null,
    payment: ride.payment,
    refundedAmount: toBankCard(ride.refunds.filter(({ failure }) => !failure)),
    refundFailedAmount: toBankCard(ride.refunds.filter(({ failure }) => failure)),
    refundedToGiftCard: sumOf(ride.refunds.map(({ giftCardCents }) => giftCardCents)),
    driver: ride.driver,
  };
}

/** A ride for its driver; whom it drives is told until a day after completion. */
export function presentDriverRide(ride: RideRecord, now: Date): DriverRide {
  const isCustomerVisible =
    ride.completedAt === null || now.getTime() - Date.parse(ride.completedAt) < CUSTOMER_VISIBLE_MS;
  return {
    ...rideFields(ride),
    driverShare: toDollarString(driverShareCents(ride.fare)),
    customer: isCustomerVisible ? { name: ride.customerName, phone: ride.customerPhone } : null,
  };
}
