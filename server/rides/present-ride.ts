import { driverShareCents } from '#common/fares/driver-share.ts';
import { type Cents, toDollarString } from '#common/money.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import { OFFER_FIELDS, PARTY_FIELDS, RIDER_FIELDS } from '#common/rides/ride-fields.ts';
import { type OpenRide, openRideSchema } from '#common/vehicles/open-ride.ts';
import type { RideRecord, RideRefund } from './ride-model.ts';

const pickOffer = pickerOf(OFFER_FIELDS);
const pickForParties = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS });
const pickForRider = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS, ...RIDER_FIELDS });

/** A ride as every driver may see it: no name, phone or e-mail, no special requests. */
export const presentOffer = (ride: RideRecord): Offer => ({
  ...pickOffer(ride),
  estimatedFare: toDollarString(ride.fare.fareCents),
  driverShare: toDollarString(driverShareCents(ride.fare)),
});

/** A ride for its rider. */
export const presentRiderRide = (ride: RideRecord): RiderRide => ({
  ...pickForRider(ride),
  // What its driver was asked about is not the rider's.
  history: ride.history.map(({ note: _note, ...entry }) => entry),
  estimatedFare: toDollarString(ride.fare.fareCents),
  actualFare: actualFareOf(ride),
  discountAmount: (ride.fare.promoCents + ride.fare.giftCardCents) / 100,
  payBy: ride.paymentStatus === 'pending' ? ride.payBy : null,
  refundedAmount: toBankCard(ride.refunds.filter(({ failure }) => !failure)),
  refundFailedAmount: toBankCard(ride.refunds.filter(({ failure }) => failure)),
  refundedToGiftCard: sumOf(ride.refunds.map(({ giftCardCents }) => giftCardCents)),
});

/** How long after completion a driver still sees the customer. */
const CUSTOMER_VISIBLE_MS = 24 * 3_600_000;

/** A ride for its driver; the customer is shown until a day after completion. */
export function presentDriverRide(ride: RideRecord, now: Date): DriverRide {
  const isCustomerVisible =
    ride.completedAt === null || now.getTime() - Date.parse(ride.completedAt) < CUSTOMER_VISIBLE_MS;
  return {
    ...pickForParties(ride),
    estimatedFare: toDollarString(ride.fare.fareCents),
    actualFare: actualFareOf(ride),
    driverShare: toDollarString(driverShareCents(ride.fare)),
    vehicle: ride.driver?.vehicle ?? null,
    customer: isCustomerVisible ? { name: ride.customerName, phone: ride.customerPhone } : null,
  };
}

/** A ride ahead or under way, for staff who have to find it another driver or vehicle. */
export const presentOpenRide = (ride: RideRecord): OpenRide => openRideSchema.parse(ride);

const actualFareOf = ({ actualFareCents }: RideRecord): string | null =>
  actualFareCents === null ? null : toDollarString(actualFareCents);

const toBankCard = (refunds: RideRefund[]): string | null =>
  sumOf(refunds.map(({ amountCents }) => amountCents));

function sumOf(amounts: Cents[]): string | null {
  const cents = amounts.reduce((sum, amount) => sum + amount, 0);
  return cents > 0 ? toDollarString(cents) : null;
}

/**
 * Picks the named fields of a ride; the names are listed once, since this runs for every message of every
 * ride.
 */
function pickerOf<Name extends keyof RideRecord>(
  fields: Readonly<Record<Name, unknown>>,
): (ride: RideRecord) => Pick<RideRecord, Name>;
function pickerOf(fields: object): (ride: Readonly<Record<string, unknown>>) => object {
  const names = Object.keys(fields);
  return (ride) => {
    const picked: Record<string, unknown> = {};
    for (const name of names) picked[name] = ride[name];
    return picked;
  };
}
