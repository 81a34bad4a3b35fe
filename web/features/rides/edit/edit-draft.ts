import type { BookingType } from '#common/fares/fare.ts';
import { DEFAULT_HOURS, MIN_HOURS } from '#common/fares/fare-choices.ts';
import { type EditChanges, editChangesSchema } from '#common/rides/edit-api.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { findVehicle, type Paint, paintOf } from '#common/vehicles/catalogue.ts';
import { type FieldErrors, fieldErrors } from '#web/lib/field-errors.ts';

/** A ride in the view of its editor: the rider or staff. */
export type EditableRide = RiderRide | StaffRide;

/** The fields of the edit dialog, as typed. */
export interface EditDraft {
  pickupLocation: string;
  dropoffLocation: string;
  stops: string[];
  scheduledDate: string;
  scheduledTime: string;
  bookingType: BookingType;
  /**
   * Null while the input is not a number. Kept for point-to-point, in case the user switches back to hourly.
   */
  hours: number | null;
  rideType: string;
  /** Null when no color was requested. */
  preferredColor: Paint | null;
  passengers: number | null;
  gratuityPercentage: number;
  passengerName: string;
  passengerPhone: string;
  flightNumber: string;
  specialRequests: string;
}

/** Builds the draft of an unchanged ride. */
const draftOf = (ride: EditableRide): EditDraft => ({
  pickupLocation: ride.pickupLocation,
  dropoffLocation: ride.dropoffLocation,
  stops: ride.stops,
  scheduledDate: ride.scheduledDate,
  scheduledTime: ride.scheduledTime,
  bookingType: ride.bookingType,
  hours: ride.hours ?? DEFAULT_HOURS,
  rideType: ride.rideType,
  preferredColor: findVehicle(ride.rideType)?.paints.find((paint) => paint === ride.preferredColor) ?? null,
  passengers: ride.passengers,
  gratuityPercentage: ride.gratuityPercentage,
  passengerName: ride.passenger?.name ?? '',
  passengerPhone: ride.passenger?.phone ?? '',
  flightNumber: ride.flightNumber ?? '',
  specialRequests: ride.specialRequests ?? '',
});

/**
 * Applies the fields typed so far to a ride. A color that the vehicle does not come in falls back to its
 * first color.
 */
export function editedDraft(ride: EditableRide, typed: Partial<EditDraft>): EditDraft {
  const draft = { ...draftOf(ride), ...typed };
  const { preferredColor, rideType } = draft;
  return { ...draft, preferredColor: preferredColor && paintOf(rideType, preferredColor) };
}

/** Returns a function that tells whether any of these fields of the draft differs from the ride. */
export function changedFields(
  ride: EditableRide,
  draft: EditDraft,
): (...names: (keyof EditDraft)[]) => boolean {
  const before = draftOf(ride);
  return (...names) => names.some((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]));
}

/**
 * Returns the fields of a draft that differ from the ride and may be changed (everything until a driver
 * accepts), or the validation errors by field. A stop's field is `stops.0`.
 */
export function changesIn(
  ride: EditableRide,
  draft: EditDraft,
): { changes: EditChanges; errors: FieldErrors } {
  const isChanged = changedFields(ride, draft);
  const name = draft.passengerName.trim();
  const sent = {
    ...(ride.status === 'requested' && tripChanges(ride, draft)),
    ...(isChanged('passengerName', 'passengerPhone') && {
      passenger: name || draft.passengerPhone ? { name, phone: draft.passengerPhone } : null,
    }),
    ...(isChanged('flightNumber') && { flightNumber: draft.flightNumber.trim() || null }),
    ...(isChanged('specialRequests') && { specialRequests: draft.specialRequests.trim() || null }),
  };
  const parsed = editChangesSchema.safeParse(sent);
  if (parsed.success) return { changes: parsed.data, errors: {} };
  return { changes: {}, errors: draftErrors(parsed.error.issues) };
}

const TRIP_FIELDS = [
  'pickupLocation',
  'dropoffLocation',
  'stops',
  'scheduledDate',
  'scheduledTime',
  'bookingType',
  'rideType',
  'preferredColor',
  'passengers',
  'gratuityPercentage',
] as const satisfies (keyof EditDraft)[];

function tripChanges(ride: EditableRide, draft: EditDraft) {
  const isChanged = changedFields(ride, draft);
  const isHourly = draft.bookingType === 'hourly';
  return {
    ...Object.fromEntries(TRIP_FIELDS.filter((name) => isChanged(name)).map((name) => [name, draft[name]])),
    ...(isHourly && isChanged('bookingType', 'hours') && { hours: draft.hours ?? MIN_HOURS - 1 }),
  };
}

/** Converts issues to errors by draft field. Only the passenger's fields have other names in the API. */
export function draftErrors(issues: Parameters<typeof fieldErrors>[0]): FieldErrors {
  const {
    'passenger.name': passengerName,
    'passenger.phone': passengerPhone,
    ...errors
  } = fieldErrors(issues);
  return { ...errors, ...(passengerName && { passengerName }), ...(passengerPhone && { passengerPhone }) };
}

/** Filters the errors shown before the first attempt to save: none for fields that are still blank. */
export function earlyErrors(errors: FieldErrors, draft: EditDraft): FieldErrors {
  const typedIn = (field: string): unknown => {
    const stop = /^stops\.(\d+)$/.exec(field)?.[1];
    return stop === undefined ? draft[field as keyof EditDraft] : draft.stops[Number(stop)];
  };
  const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !isBlank(typedIn(field))));
}
