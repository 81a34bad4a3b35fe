import { addressLines } from '#common/places/address.ts';
import { formatTime, toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { formatLongDate } from '#web/lib/format-long-date.ts';
import { changedFields, type EditableRide, type EditDraft } from './edit-draft.ts';

const FORMATS = {
  pickupLocation: ({ pickupLocation }) => addressLines(pickupLocation).name,
  dropoffLocation: ({ dropoffLocation }) => addressLines(dropoffLocation).name,
  scheduledDate: ({ scheduledDate }) => formatLongDate(scheduledDate) ?? scheduledDate,
  scheduledTime: ({ scheduledDate, scheduledTime }) => {
    const at = toInstant(scheduledDate, scheduledTime);
    return at ? formatTime(at) : scheduledTime;
  },
  bookingType: ({ bookingType }) => (bookingType === 'hourly' ? 'Hourly' : 'Point to Point'),
  // Null when the ride was not booked by the hour.
  hours: ({ hours }) => hours && `${hours}`,
  rideType: ({ rideType }) => vehicleName(rideType),
  preferredColor: ({ preferredColor }) => preferredColor ?? 'any',
  passengers: ({ passengers }) => passengers && `${passengers}`,
  gratuityPercentage: ({ gratuityPercentage }) => `${gratuityPercentage}%`,
} satisfies Partial<Record<keyof EditDraft, (ride: EditableRide) => string | number | null>>;

/** Describes the previous value of a changed field: `was 7:30 PM`; null for unchanged fields. */
export function previousValueText(
  ride: EditableRide,
  draft: EditDraft,
): (name: keyof typeof FORMATS) => string | null {
  const isChanged = changedFields(ride, draft);
  return (name) => {
    const before = isChanged(name) && FORMATS[name](ride);
    return before ? `was ${before}` : null;
  };
}
