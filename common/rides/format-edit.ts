import { capitalize } from '../capitalize.ts';
import { hoursText } from '../fares/quote-fare.ts';
import { formatDayTime } from '../format-date-time.ts';
import { addressLines } from '../places/address.ts';
import { vehicleName } from '../vehicles/catalogue.ts';
import type { EditedFields } from './ride-fields.ts';

/** Describes an edit: `Pickup Fri, Nov 27, 7:00 PM; 4 hours`. */
export function formatEdit(before: EditedFields, after: EditedFields, now = new Date()): string {
  const changed = (name: keyof EditedFields) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const at = new Date(after.scheduledAt);
  const parts = [
    changed('scheduledAt') && `pickup ${formatDayTime(at, now)}`,
    changed('pickupLocation') && `from ${addressLines(after.pickupLocation).name}`,
    changed('dropoffLocation') && `to ${addressLines(after.dropoffLocation).name}`,
    changed('stops') && (after.stops.length > 0 ? `${after.stops.length} on the way` : 'no stops'),
    changed('rideType') && vehicleName(after.rideType),
    (changed('bookingType') || changed('hours')) &&
      (after.hours === null ? 'point to point' : hoursText(after.hours)),
    changed('gratuityPercentage') && `${after.gratuityPercentage}% gratuity`,
    changed('preferredColor') && `color ${after.preferredColor ?? 'any'}`,
    changed('passengers') && `${after.passengers ?? 'any number of'} passengers`,
    changed('passenger') && `passenger ${after.passenger?.name ?? 'the customer'}`,
    changed('flightNumber') && `flight ${after.flightNumber ?? 'none'}`,
    changed('specialRequests') && 'requests',
  ].filter((part): part is string => typeof part === 'string');
  return capitalize(parts.join('; '));
}
