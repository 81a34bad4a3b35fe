import type { Fare } from '#common/fares/fare.ts';
import { DEFAULT_GRATUITY, DEFAULT_HOURS } from '#common/fares/fare-choices.ts';
import { namedStops, quoteFare } from '#common/fares/quote-fare.ts';
import type { RatesVersion } from '#common/fares/rates.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { type BookByPhone, bookByPhoneSchema } from '#common/rides/by-staff-api.ts';
import { BOOKING_MESSAGES } from '#common/rides/ride-request.ts';
import { dateInVegas, pickupTimeProblem } from '#common/time.ts';
import type { Customer } from '#common/users/customers-api.ts';
import { findVehicle, type Paint, paintOf, type VehicleId } from '#common/vehicles/catalogue.ts';

/** A booking as edited in the form, with numbers as text. */
export interface PhoneDraft {
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  /** The passenger, if not the caller. */
  passengerName: string;
  passengerPhone: string;
  pickupLocation: string;
  dropoffLocation: string;
  stops: string[];
  flightNumber: string;
  scheduledDate: string;
  scheduledTime: string;
  bookingType: BookByPhone['bookingType'];
  hours: string;
  rideType: VehicleId;
  preferredColor: Paint;
  passengers: string;
  gratuityPercentage: number;
  specialRequests: string;
  payment: BookByPhone['payment'];
}

/** An empty form. */
export const emptyPhoneDraft = (now: Date): PhoneDraft => ({
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  passengerName: '',
  passengerPhone: '',
  pickupLocation: '',
  dropoffLocation: '',
  stops: [],
  flightNumber: '',
  scheduledDate: dateInVegas(now),
  scheduledTime: '',
  bookingType: 'point-to-point',
  hours: String(DEFAULT_HOURS),
  rideType: 'lux-sedan',
  preferredColor: 'black',
  passengers: '',
  gratuityPercentage: DEFAULT_GRATUITY,
  specialRequests: '',
  payment: 'link',
});

/** Changes fields of the form. If the vehicle does not come in the chosen color, its first color is used. */
export function changePhoneDraft(draft: PhoneDraft, change: Partial<PhoneDraft>): PhoneDraft {
  const next = { ...draft, ...change };
  return { ...next, preferredColor: paintOf(next.rideType, next.preferredColor) };
}

/**
 * Returns the fields that an earlier customer fills in. Without a phone number of theirs, a typed one stays,
 * but not that of the customer chosen before.
 */
export const fieldsOfCustomer = (
  { name, email, phone }: Customer,
  { customerPhone }: PhoneDraft,
  before: Customer | null,
) => ({
  customerName: name,
  customerEmail: email,
  customerPhone: phone ?? (customerPhone === before?.phone ? '' : customerPhone),
});

/** Parses a typed number: null if empty, NaN (which no field accepts) if it is not a number. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The form's booking, not validated yet. `ratesVersion` identifies the rates of the displayed fare. */
export const bookingOf = (
  { passengerName, passengerPhone, ...draft }: PhoneDraft,
  ratesVersion?: string,
): BookByPhone => ({
  ...draft,
  ratesVersion,
  passenger:
    passengerName.trim() || passengerPhone.trim() ? { name: passengerName, phone: passengerPhone } : null,
  flightNumber: looksLikeAirport(draft.pickupLocation) ? draft.flightNumber.trim() || null : null,
  hours: draft.bookingType === 'hourly' ? numberOf(draft.hours) : null,
  passengers: numberOf(draft.passengers),
  specialRequests: draft.specialRequests.trim() || null,
});

/** Messages for the caller's empty fields; those of the shared schema address riders. */
const MISSING_OF_CALLER: Readonly<Record<string, string>> = {
  customerName: "Please enter the caller's name.",
  customerEmail: "Please enter the caller's email.",
  customerPhone: "Please enter the caller's phone number.",
};

/** Validates a booking before it is sent. */
export function phoneDraftProblems(
  draft: PhoneDraft,
  now: Date,
): readonly { path: string | readonly PropertyKey[]; message: string }[] {
  const booking = bookingOf(draft);
  const checked = bookByPhoneSchema.safeParse(booking);
  const issues = checked.error?.issues ?? [];
  if (issues.length > 0)
    return issues.map(({ path, message }) => {
      const missing = message === BOOKING_MESSAGES.contact ? MISSING_OF_CALLER[path.join('.')] : undefined;
      return { path, message: missing ?? message };
    });
  if (booking.bookingType === 'hourly' && booking.hours === null)
    return [{ path: 'hours', message: 'Please enter how many hours.' }];
  const capacity = findVehicle(draft.rideType)?.capacity ?? 0;
  if (booking.passengers && booking.passengers > capacity)
    return [{ path: 'passengers', message: `This vehicle seats ${capacity}.` }];
  const problem = pickupTimeProblem(draft.scheduledDate, draft.scheduledTime, now);
  return problem ? [{ path: 'scheduledTime', message: problem }] : [];
}

/** The fare of the booking as entered, with the surge tier of its day; null while inputs are missing. */
export function phoneFare(
  draft: PhoneDraft,
  { rates, surgeCalendar }: { rates: RatesVersion; surgeCalendar: readonly SurgeDay[] },
): { fare: Fare; surgePricing: SurgeTier } | null {
  const { bookingType, pickupLocation, dropoffLocation, gratuityPercentage } = draft;
  const hours = bookingOf(draft).hours ?? null;
  const vehicle = findVehicle(draft.rideType);
  const hasHours = bookingType === 'point-to-point' || (hours !== null && hours > 0);
  if (!vehicle || !hasHours || !pickupLocation.trim() || !dropoffLocation.trim()) return null;
  const surgePricing = surgeTierOf(draft.scheduledDate, surgeCalendar);
  const ride = {
    vehicle,
    bookingType,
    hours,
    surgeTier: surgePricing,
    isAirportPickup: looksLikeAirport(pickupLocation),
    stopCount: namedStops(draft.stops).length,
    gratuityPercentage,
  };
  const fare = quoteFare(ride, rates);
  return { fare, surgePricing };
}
