import { MIN_HOURS } from '#common/fares/quote-fare.ts';
import { type EditChanges, editChangesSchema } from '#common/rides/edit-api.ts';
import type { RiderRide } from '#common/rides/ride.ts';

/** What the edit dialog holds: what a rider may change, as typed. */
export interface EditDraft {
  pickupLocation: string;
  dropoffLocation: string;
  scheduledDate: string;
  scheduledTime: string;
  rideType: string;
  /** Null point to point, and while what is typed is no number. */
  hours: number | null;
  passengerName: string;
  passengerPhone: string;
  flightNumber: string;
  specialRequests: string;
}

/** A ride, as its edit begins. */
export const draftOf = (ride: RiderRide): EditDraft => ({
  pickupLocation: ride.pickupLocation,
  dropoffLocation: ride.dropoffLocation,
  scheduledDate: ride.scheduledDate,
  scheduledTime: ride.scheduledTime,
  rideType: ride.rideType,
  hours: ride.hours,
  passengerName: ride.passenger?.name ?? '',
  passengerPhone: ride.passenger?.phone ?? '',
  flightNumber: ride.flightNumber ?? '',
  specialRequests: ride.specialRequests ?? '',
});

/** What is wrong with a field, in words. */
export type EditErrors = Partial<Record<keyof EditDraft, string>>;

/** What of a draft is another than the ride has; or what is wrong with it. */
export function changesIn(ride: RiderRide, draft: EditDraft): { changes: EditChanges; errors: EditErrors } {
  const before = draftOf(ride);
  const isChanged = (...names: (keyof EditDraft)[]) => names.some((name) => draft[name] !== before[name]);
  const name = draft.passengerName.trim();
  const sent = {
    ...(isChanged('pickupLocation') && { pickupLocation: draft.pickupLocation }),
    ...(isChanged('dropoffLocation') && { dropoffLocation: draft.dropoffLocation }),
    ...(isChanged('scheduledDate') && { scheduledDate: draft.scheduledDate }),
    ...(isChanged('scheduledTime') && { scheduledTime: draft.scheduledTime }),
    ...(isChanged('rideType') && { rideType: draft.rideType }),
    ...(isChanged('hours') && { hours: draft.hours ?? MIN_HOURS - 1 }),
    ...(isChanged('passengerName', 'passengerPhone') && {
      passenger: name || draft.passengerPhone ? { name, phone: draft.passengerPhone } : null,
    }),
    ...(isChanged('flightNumber') && { flightNumber: draft.flightNumber.trim() || null }),
    ...(isChanged('specialRequests') && { specialRequests: draft.specialRequests.trim() || null }),
  };
  const parsed = editChangesSchema.safeParse(sent);
  if (parsed.success) return { changes: parsed.data, errors: {} };
  return { changes: {}, errors: errorsOf(parsed.error.issues) };
}

/** The first thing wrong with each field. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): EditErrors {
  const errors: EditErrors = {};
  for (const { path, message } of issues) {
    const field = path[0] === 'passenger' ? `passenger-${String(path[1])}` : String(path[0]);
    const name = FIELDS[field] ?? (field as keyof EditDraft);
    errors[name] ??= message;
  }
  return errors;
}

const FIELDS: Readonly<Record<string, keyof EditDraft>> = {
  'passenger-name': 'passengerName',
  'passenger-phone': 'passengerPhone',
};
