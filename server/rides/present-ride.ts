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
import { isFurtherCharge, isStillApplicable, type RideCharge } from './charges/charges.ts';
import { payLinkPath } from './charges/pay-link-token.ts';
import { isPinAsked, startPinOf } from './dispatch/derive-pin.ts';
import { riderRefundsOf } from './payment/rider-refunds.ts';
import { refundableCentsOfCharge, refundableCentsOfRide } from './payment/split-refund.ts';
import type { RideRecord } from './ride-model.ts';
import { isTripOpen } from './trip/present-trip.ts';
import { tripPath } from './trip/trip-token.ts';

const pickOffer = pickerOf(OFFER_FIELDS);
const pickForParties = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS });
const pickForRider = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS, ...RIDER_FIELDS });
const pickForStaff = pickerOf({ ...OFFER_FIELDS, ...PARTY_FIELDS, ...RIDER_FIELDS, ...STAFF_FIELDS });

/** Presents a ride to any driver: without name, phone, e-mail and special requests. */
export const presentOffer = (ride: RideRecord): Offer =>
  Object.assign(pickOffer(ride), {
    estimatedFare: toDollarString(ride.fare.fareCents),
    driverShare: driverShareOf(ride),
  });

/** Presents a ride to its rider. */
export const presentRiderRide = (ride: RideRecord, now = databaseClock.now()): RiderRide =>
  Object.assign(pickForRider(ride), {
    history: riderHistory(ride),
    estimatedFare: toDollarString(ride.fare.fareCents),
    actualFare: actualFareOf(ride),
    discountAmount: (ride.fare.promoCents + ride.fare.giftCardCents) / 100,
    payBy: ride.paymentStatus === 'pending' ? ride.payBy : null,
    refundedAmount: sumOf([
      ...ride.refunds.filter(({ failure }) => !failure).map(({ amountCents }) => amountCents),
      ...ride.charges.filter(isBack).map((charge) => refundableCentsOfCharge(ride, charge)),
    ]),
    refundFailedAmount: sumOf([
      ...ride.refunds.filter(({ failure }) => failure).map(({ amountCents }) => amountCents),
      ...ride.charges.filter(({ failure }) => failure).map((charge) => refundableCentsOfCharge(ride, charge)),
    ]),
    refundedToGiftCard: sumOf(ride.refunds.map(({ giftCardCents }) => giftCardCents)),
    isLateRefundOwed: ride.refundOwed?.reason === 'paid-too-late',
    cancelledBy: ride.cancellation?.by ?? null,
    cancellationFee: sumOf([keptForCancelling(ride)]),
    payLink: payLinkOf(ride),
    charges: ride.charges
      .filter((charge) => isShown({ ride, charge }))
      .map((charge) =>
        riderChargeSchema.parse({
          ...charge,
          ...(charge.status === 'refunded' && { givenBackCents: refundableCentsOfCharge(ride, charge) }),
          ...(charge.failure && { isFailed: true }),
        }),
      ),
    refunds: riderRefundsOf(ride),
    startPin: ride.status === 'accepted' && isPinAsked(ride, now) ? startPinOf(ride.id) : null,
    tripLink: ride.share && isTripOpen(ride, now) ? tripPath(ride.id, ride.share) : null,
  });

/** The part of the cancellation fee that is kept: staff may have refunded some of it by hand. */
function keptForCancelling(ride: RideRecord): Cents {
  const feeCents = ride.cancellation?.feeCents ?? 0;
  return ride.paymentStatus === 'on_account' ? feeCents : Math.min(feeCents, refundableCentsOfRide(ride));
}

/** Whether a charge was refunded successfully. */
const isBack = ({ status, owedSince, failure }: Charge): boolean =>
  status === 'refunded' && !owedSince && !failure;

/**
 * Whether the rider sees a charge. Hides fares, void charges, and open ones that can no longer be applied.
 */
const isShown = (of: RideCharge): boolean =>
  isFurtherCharge(of.charge) &&
  of.charge.status !== 'void' &&
  (of.charge.status !== 'open' || isStillApplicable(of));

/** Path of the payment page of a ride booked by phone, while it waits for payment. */
function payLinkOf({ status, paymentStatus, charges }: RideRecord): string | null {
  const open = charges.find((charge) => charge.kind === 'booking' && charge.status === 'open');
  const isAwaited = status === 'requested' && paymentStatus === 'pending';
  return open && isAwaited ? payLinkPath(open.id) : null;
}

/** Returns the customer of a ride, or the passenger they booked for, if its driver may see them at `now`. */
export function customerForDriver(ride: RideRecord, now: Date): DriverRide['customer'] {
  const person = ride.passenger ?? { name: ride.customerName, phone: ride.customerPhone };
  const customer = contactAt(contactWindow(new Date(ride.scheduledAt), ride), person, now);
  // A deleted account leaves an empty phone number.
  return customer && { ...customer, phone: customer.phone || null };
}

/** Presents a ride to its driver. */
export function presentDriverRide(ride: RideRecord, now = databaseClock.now()): DriverRide {
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

/** Presents an active ride to staff who have to find another driver or vehicle for it. */
export const presentOpenRide = (ride: RideRecord): OpenRide => openRideSchema.parse(ride);

/** Presents a ride to staff, with all fields. */
export const presentStaffRide = (ride: RideRecord): StaffRide =>
  Object.assign(pickForStaff(ride), {
    reference: rideReference(ride.id),
    driverShareCents: earnedCents(driverEarnings(ride)),
    refundableCents: refundableCentsOfRide(ride),
  });

const shownHistory = ({ history }: RideRecord): RecordedEntry[] =>
  history.filter(({ change }) => !STAFF_ONLY_CHANGES.includes(change));

/**
 * The history for the driver, without names and staff's texts. Fields are listed so that new ones stay
 * hidden.
 */
const driverHistory = (ride: RideRecord): DriverEntry[] =>
  shownHistory(ride).map(({ change, at, version, note, by }) => ({
    change,
    at,
    version,
    ...(note && { note }),
    ...(change === 'accepted' && isStaffRole(by?.role) && { isByStaff: true }),
  }));

/** The history for the rider, also without the notes on what the driver confirmed. */
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
 * Creates a function that picks the named fields of a ride. Hot path: it runs for every message of every
 * ride. The names are listed once, and views add their own fields with `Object.assign`, because V8 takes ten
 * times as long for a literal that spreads this many fields and adds others.
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
