import type { Fare } from '#common/fares/fare.ts';
import { DEFAULT_GRATUITY, DEFAULT_HOURS } from '#common/fares/fare-choices.ts';
import { namedStops, quoteFare } from '#common/fares/quote-fare.ts';
import type { RatesVersion } from '#common/fares/rates.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import { BOOKING_MESSAGES } from '#common/rides/request-ride.ts';
import { type BookByPhone, bookByPhoneSchema } from '#common/rides/ride-money-api.ts';
import { dateInVegas, pickupTimeProblem } from '#common/time.ts';
import { findVehicle, type Paint, paintOf, type VehicleId } from '#common/vehicles/catalogue.ts';

/** A booking as its form has it: texts as they are typed. */
export interface PhoneDraft {
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  /** Who rides, where that is not the caller. */
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

/** The form with some fields changed. A color the vehicle does not come in becomes its first. */
export function changePhoneDraft(draft: PhoneDraft, change: Partial<PhoneDraft>): PhoneDraft {
  const next = { ...draft, ...change };
  return { ...next, preferredColor: paintOf(next.rideType, next.preferredColor) };
}

/** What is typed as a number; null where nothing is, NaN, which no field takes, for anything else. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The booking that a form has now, not yet checked, at the rates it shows. */
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

/** What is said of a caller's field that is empty: the rule speaks to riders. */
const MISSING_OF_CALLER: Readonly<Record<string, string>> = {
  customerName: "Please enter the caller's name.",
  customerEmail: "Please enter the caller's email.",
  customerPhone: "Please enter the caller's phone number.",
};

/** What is wrong with a booking before it is sent. */
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

/** What a booking costs as it stands, and the tier of its day; null until there is enough to calculate with. */
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
