import { AppError } from '#common/errors.ts';
import type { Fare } from '#common/fares/fare.ts';
import { quoteFare } from '#common/fares/quote-fare.ts';
import type { RatesVersion } from '#common/fares/rates.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { type PromoTerms, promoDiscountCents, promoProblem } from '#common/promos/promo.ts';
import { DETAILS, type EditChanges } from '#common/rides/edit-api.ts';
import { firstRideProblem, returnTimeProblem } from '#common/rides/return-trip.ts';
import type { EditedFields } from '#common/rides/ride-fields.ts';
import { NOTHING } from '#common/rides/ride-money.ts';
import { isSettled } from '#common/rides/ride-states.ts';
import { type Difference, settleDifference } from '#common/rides/settle-difference.ts';
import { dateInVegas, pickupTimeProblem } from '#common/time.ts';
import type { Vehicle } from '#common/vehicles/catalogue.ts';
import { ratesForBooking } from '../../fares/rates-in-effect.ts';
import { surgeTierOn } from '../../fares/surge-calendar.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findPromo } from '../../promos/check-promo.ts';
import { requirePickup, requireVehicle } from '../booking/prepare-ride.ts';
import { findOrder } from '../order/ride-order.ts';
import type { RideRecord } from '../ride-model.ts';

/** The fields of a ride after an edit or extension, and the difference in money. */
export interface RidePlan extends Difference {
  fields: EditedFields;
}

/** Who edits a ride: the rider, or staff on the rider's behalf. */
export type Editor = 'rider' | 'staff';

/**
 * Plans an edit of a paid ride. Recalculates the fare only when something it depends on changes: at the rates
 * of the booking while these are honoured, else at current rates. The fare of a ride on account can be
 * changed by staff only.
 *
 * @throws AppError INVALID_REQUEST when the result could not be booked; RIDE_STATE_CONFLICT when the ride
 * cannot be edited
 */
export async function planEdit(
  ride: RideRecord,
  changes: EditChanges,
  editor: Editor = 'rider',
): Promise<RidePlan> {
  requireEditable(ride, changes, editor);
  const wanted = { ...editedFieldsOf(ride), ...definedIn(changes) };
  const isMoved = wanted.scheduledDate !== ride.scheduledDate || wanted.scheduledTime !== ride.scheduledTime;
  const hours = wanted.bookingType === 'hourly' ? (wanted.hours ?? null) : null;
  const vehicle = requireVehicle({ ...wanted, hours });
  const isPromised = wanted.scheduledDate === ride.scheduledDate;
  const fields: EditedFields = {
    ...wanted,
    rideType: vehicle.id,
    hours,
    stops: wanted.stops ?? [],
    scheduledAt: isMoved
      ? requirePickup(wanted.scheduledDate, wanted.scheduledTime, databaseClock.now()).toISOString()
      : ride.scheduledAt,
    isAirportPickup:
      wanted.pickupLocation === ride.pickupLocation
        ? ride.isAirportPickup
        : looksLikeAirport(wanted.pickupLocation),
    surgePricing: isPromised ? ride.surgePricing : await surgeTierOn(wanted.scheduledDate),
    specialRequests: wanted.specialRequests || null,
  };
  const problem = await timeProblem(ride, fields);
  if (problem) throw fieldRefusal('scheduledTime', problem);
  const promo = ride.promoCodeId ? await findPromo(ride.promoCodeId) : null;
  if (!isPriced(ride, fields) && !(promo && changesFit(promo, ride, fields))) {
    return { fields, ...settleDifference(ride.fare, ride.fare) };
  }
  const isOnAccount = ride.paymentStatus === 'on_account';
  if (isOnAccount && editor === 'rider') throw onAccount();
  const rates = await ratesFor(ride);
  const after = quoteWithPromo(ride, fields, { vehicle, rates, promo });
  const difference = isOnAccount ? billedLater(after) : settleDifference(ride.fare, after);
  return { fields: { ...fields, ratesVersion: rates.id }, ...difference };
}

/** Nothing was paid for a ride on account, so nothing is due or refunded. */
const billedLater = (fare: Fare): Difference => ({ fare, dueCents: 0, back: NOTHING });

/** Picks the fields of a ride that edits may change. */
export const editedFieldsOf = (ride: RideRecord): EditedFields => ({
  rideType: ride.rideType,
  pickupLocation: ride.pickupLocation,
  dropoffLocation: ride.dropoffLocation,
  stops: ride.stops,
  bookingType: ride.bookingType,
  hours: ride.hours,
  scheduledDate: ride.scheduledDate,
  scheduledTime: ride.scheduledTime,
  scheduledAt: ride.scheduledAt,
  isAirportPickup: ride.isAirportPickup,
  surgePricing: ride.surgePricing,
  gratuityPercentage: ride.gratuityPercentage,
  preferredColor: ride.preferredColor,
  passengers: ride.passengers,
  passenger: ride.passenger,
  flightNumber: ride.flightNumber,
  specialRequests: ride.specialRequests,
  ratesVersion: ride.ratesVersion,
});

/**
 * Explains to the rider why an edit's time is not possible; null when it is. A new time must be bookable, and
 * the return ride must begin after the first ride is over. A cancelled leg does not restrict the other.
 */
export async function timeProblem(ride: RideRecord, fields: EditedFields): Promise<string | null> {
  const now = databaseClock.now();
  const isMoved = fields.scheduledAt !== ride.scheduledAt;
  const problem = isMoved ? pickupTimeProblem(fields.scheduledDate, fields.scheduledTime, now) : null;
  const isLonger = fields.hours !== ride.hours || fields.stops.length !== ride.stops.length;
  if (problem || !ride.order || !(isMoved || isLonger)) return problem;
  const { firstRide, returnRide } = await findOrder(ride);
  if (!returnRide || firstRide.status === 'cancelled' || returnRide.status === 'cancelled') return null;
  if (ride.id === firstRide.id) return firstRideProblem(fields, returnRide, now);
  return isMoved ? returnTimeProblem(firstRide, fields, now) : null;
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

const definedIn = (changes: EditChanges): Defined<EditChanges> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

function requireEditable(ride: RideRecord, changes: EditChanges, editor: Editor): void {
  if (!isSettled(ride)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride that is paid for can be changed.');
  }
  if (ride.status === 'requested') return;
  if (ride.status !== 'accepted') {
    throw new AppError('RIDE_STATE_CONFLICT', 'This ride has begun or is over. It can no longer be changed.');
  }
  const isDetail = (name: string) => DETAILS.some((detail) => detail === name);
  if (Object.keys(definedIn(changes)).every(isDetail)) return;
  const driver = ride.driver?.firstName ?? (editor === 'rider' ? 'Your driver' : 'Its driver');
  const instead = editor === 'rider' ? 'cancel and book again' : 'unassign the ride first';
  throw new AppError(
    'RIDE_STATE_CONFLICT',
    `${driver} has planned for the time and the places. To change them, ${instead}.`,
  );
}

export const onAccount = () =>
  new AppError(
    'RIDE_STATE_CONFLICT',
    'This ride is on your account. Please call us to change what it costs.',
  );

/** Whether an edit changes something that the fare depends on. */
function isPriced(ride: RideRecord, fields: EditedFields): boolean {
  const { rideType, bookingType, hours, isAirportPickup, surgePricing, gratuityPercentage, stops } = fields;
  return (
    rideType !== ride.rideType ||
    bookingType !== ride.bookingType ||
    hours !== ride.hours ||
    isAirportPickup !== ride.isAirportPickup ||
    surgePricing !== ride.surgePricing ||
    gratuityPercentage !== ride.gratuityPercentage ||
    stops.length !== ride.stops.length
  );
}

/** Whether the promo code applies on only one of the old and the new date. */
function changesFit(promo: PromoTerms, ride: RideRecord, { scheduledDate }: EditedFields): boolean {
  const isFor = (date: string) => {
    const booking = { ...ride, fareCents: ride.fare.fareCents + ride.fare.promoCents, scheduledDate: date };
    return promoProblem(promo, { ...booking, today: bookedOn(ride) }) === null;
  };
  return isFor(scheduledDate) !== isFor(ride.scheduledDate);
}

const bookedOn = ({ createdAt }: RideRecord): string => dateInVegas(new Date(createdAt));

async function ratesFor({ ratesVersion }: RideRecord): Promise<RatesVersion> {
  const now = databaseClock.now();
  return ratesForBooking(ratesVersion, now).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'RATES_CHANGED') return ratesForBooking(null, now);
    throw error;
  });
}

/**
 * Quotes the fare, with the ride's promo code if it still fits. Its usage limit and expiry are not checked
 * again.
 */
function quoteWithPromo(
  ride: RideRecord,
  fields: EditedFields,
  { vehicle, rates, promo }: { vehicle: Vehicle; rates: RatesVersion; promo: PromoTerms | null },
): Fare {
  const { bookingType, hours, surgePricing, isAirportPickup, gratuityPercentage, stops, scheduledDate } =
    fields;
  const input = {
    vehicle,
    bookingType,
    hours,
    surgeTier: surgePricing,
    isAirportPickup,
    stopCount: stops.length,
    gratuityPercentage,
  };
  const whole = quoteFare(input, rates);
  if (!promo) return whole;
  const booking = { fareCents: whole.fareCents, today: bookedOn(ride), scheduledDate, bookingType, hours };
  const promoCents = promoProblem(promo, booking) ? 0 : promoDiscountCents(promo, whole.fareCents);
  return quoteFare({ ...input, promoCents }, rates);
}
