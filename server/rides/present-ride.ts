import { type Cents, toDollarString } from '#common/money.ts';
import { completedByOf } from '#common/rides/completed-by.ts';
import { contactAt, contactWindow } from '#common/rides/contact-window.ts';
import { driverEarnings, earnedCents } from '#common/rides/driver-earnings.ts';
import type { DriverEntry, DriverRide, Offer, RiderEntry, RiderRide } from '#common/rides/ride.ts';
import {
  OFFER_FIELDS,
  PARTY_FIELDS,
  type RecordedEntry,
  RIDER_FIELDS,
  STAFF_FIELDS,
} from '#common/rides/ride-fields.ts';
import { type Charge, riderChargeSchema } from '#common/rides/ride-money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { STAFF_ONLY_CHANGES } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { isStaffRole } from '#common/users/user.ts';
import { type OpenRide, openRideSchema } from '#common/vehicles/open-ride.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isFurther, isOfItsTime, type RideCharge } from './charges/charges.ts';
import { payLinkPath } from './charges/pay-link-token.ts';
import { riderRefundsOf } from './payment/rider-refunds.ts';
import { leftOfCharge, leftOfRide } from './payment/take-back.ts';
import { isPinAsked, startPinOf, tripPath } from './ride-codes.ts';
import type { RideRecord } from './ride-model.ts';
import { isTripOpen } from './trip/present-trip.ts';

const pickOffer = pickerOf(OFFER_FIELDS);
const pickForParties = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS });
const pickForRider = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS, ...RIDER_FIELDS });
const pickForStaff = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS, ...RIDER_FIELDS, ...STAFF_FIELDS });

/** A ride as every driver may see it: no name, phone or e-mail, no special requests. */
export const presentOffer = (ride: RideRecord): Offer =>
  Object.assign(pickOffer(ride), {
    estimatedFare: toDollarString(ride.fare.fareCents),
    driverShare: driverShareOf(ride),
  });

/** A ride for its rider. */
export const presentRiderRide = (ride: RideRecord): RiderRide =>
  Object.assign(pickForRider(ride), {
    history: riderHistory(ride),
    estimatedFare: toDollarString(ride.fare.fareCents),
    actualFare: actualFareOf(ride),
    discountAmount: (ride.fare.promoCents + ride.fare.giftCardCents) / 100,
    payBy: ride.paymentStatus === 'pending' ? ride.payBy : null,
    refundedAmount: sumOf([
      ...ride.refunds.filter(({ failure }) => !failure).map(({ amountCents }) => amountCents),
      ...ride.charges.filter(isBack).map((charge) => leftOfCharge(ride, charge)),
    ]),
    refundFailedAmount: sumOf([
      ...ride.refunds.filter(({ failure }) => failure).map(({ amountCents }) => amountCents),
      ...ride.charges.filter(({ failure }) => failure).map((charge) => leftOfCharge(ride, charge)),
    ]),
    refundedToGiftCard: sumOf(ride.refunds.map(({ giftCardCents }) => giftCardCents)),
    cancelledBy: ride.cancellation?.by ?? null,
    cancellationFee: sumOf([keptForCancelling(ride)]),
    payLink: payLinkOf(ride),
    charges: ride.charges
      .filter((charge) => isShown({ ride, charge }))
      .map((charge) =>
        riderChargeSchema.parse({
          ...charge,
          ...(charge.status === 'refunded' && { givenBackCents: leftOfCharge(ride, charge) }),
          ...(charge.failure && { isFailed: true }),
        }),
      ),
    refunds: riderRefundsOf(ride),
    startPin:
      ride.status === 'accepted' && isPinAsked(ride, databaseClock.now()) ? startPinOf(ride.id) : null,
    tripLink: ride.share && isTripOpen(ride, databaseClock.now()) ? tripPath(ride.id, ride.share) : null,
  });

/** What is kept of the fee: staff may have given some of it back by hand. */
function keptForCancelling(ride: RideRecord): Cents {
  const feeCents = ride.cancellation?.feeCents ?? 0;
  return ride.paymentStatus === 'on_account' ? feeCents : Math.min(feeCents, leftOfRide(ride));
}

/** Whether what was paid for a charge went back, and arrived. */
const isBack = ({ status, owedSince, failure }: Charge): boolean =>
  status === 'refunded' && !owedSince && !failure;

/** Whether its rider sees a charge: what was paid, and what can still be. */
const isShown = (of: RideCharge): boolean =>
  isFurther(of.charge) && of.charge.status !== 'void' && (of.charge.status !== 'open' || isOfItsTime(of));

/** Path of the page where a ride booked by phone is paid, as long as it waits for that. */
function payLinkOf({ status, paymentStatus, charges }: RideRecord): string | null {
  const open = charges.find((charge) => charge.kind === 'booking' && charge.status === 'open');
  const isAwaited = status === 'requested' && paymentStatus === 'pending';
  return open && isAwaited ? payLinkPath(open.id) : null;
}

/** The customer of a ride, or who rides in their place, as its driver may see them by now. */
export function customerForDriver(ride: RideRecord, now: Date): DriverRide['customer'] {
  const person = ride.passenger ?? { name: ride.customerName, phone: ride.customerPhone };
  const customer = contactAt(contactWindow(new Date(ride.scheduledAt), ride), person, now);
  // Who deleted their account has left none.
  return customer && { ...customer, phone: customer.phone || null };
}

/** A ride for its driver. */
export function presentDriverRide(ride: RideRecord, now: Date): DriverRide {
  return Object.assign(pickForParties(ride), {
    history: driverHistory(ride),
    estimatedFare: toDollarString(ride.fare.fareCents),
    actualFare: actualFareOf(ride),
    driverShare: driverShareOf(ride),
    vehicle: ride.driver?.vehicle ?? null,
    customer: customerForDriver(ride, now),
    isForGuest: ride.passenger !== null,
    cancelledBy: ride.cancellation?.by ?? null,
    completedBy: completedByOf(ride),
  });
}

/** A ride ahead or under way, for staff who have to find it another driver or vehicle. */
export const presentOpenRide = (ride: RideRecord): OpenRide => openRideSchema.parse(ride);

/** A ride for staff: all of it. */
export const presentStaffRide = (ride: RideRecord): StaffRide =>
  Object.assign(pickForStaff(ride), {
    reference: rideReference(ride.id),
    driverShareCents: earnedCents(driverEarnings(ride)),
    refundableCents: leftOfRide(ride),
  });

const shownHistory = ({ history }: RideRecord): RecordedEntry[] =>
  history.filter(({ change }) => !STAFF_ONLY_CHANGES.includes(change));

/** The history without who did it and what staff wrote: what is shown is named here. */
const driverHistory = (ride: RideRecord): DriverEntry[] =>
  shownHistory(ride).map(({ change, at, version, note, by }) => ({
    change,
    at,
    version,
    ...(note && { note }),
    ...(change === 'accepted' && isStaffRole(by?.role) && { isByStaff: true }),
  }));

/** The same for the rider, whom what the driver was asked about does not concern. */
const riderHistory = (ride: RideRecord): RiderEntry[] =>
  shownHistory(ride).map(({ change, at, version, by }) => ({
    ...{ change, at, version },
    ...(change === 'edited' && isStaffRole(by?.role) && { isByStaff: true }),
  }));

const driverShareOf = (ride: RideRecord): string => toDollarString(earnedCents(driverEarnings(ride)));

const actualFareOf = ({ actualFareCents }: RideRecord): string | null =>
  actualFareCents === null ? null : toDollarString(actualFareCents);

function sumOf(amounts: Cents[]): string | null {
  const cents = amounts.reduce((sum, amount) => sum + amount, 0);
  return cents > 0 ? toDollarString(cents) : null;
}

/**
 * Picks the named fields of a ride, for a view to add to. It runs for every message of every ride: the names are listed once, and what a view adds is
 * assigned, since V8 takes ten times as long for a literal that spreads that many fields and goes on with others.
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
