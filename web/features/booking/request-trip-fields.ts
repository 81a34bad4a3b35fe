import { looksLikeAirport } from '#common/places/airport.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import type { Draft } from './draft.ts';

/** Whether the form includes a return trip. */
export const wantsReturn = ({ bookingType, hasReturn }: Pick<Draft, 'bookingType' | 'hasReturn'>): boolean =>
  bookingType === 'point-to-point' && hasReturn;

/**
 * Returns the parts of a draft that the API request represents differently: passenger, flight and return
 * trip.
 */
export const requestTripFields = (
  draft: Draft,
): Pick<RequestRide, 'passenger' | 'flightNumber' | 'returnTrip'> => ({
  returnTrip: wantsReturn(draft)
    ? { scheduledDate: draft.returnDate, scheduledTime: draft.returnTime }
    : null,
  passenger: draft.isForSomebodyElse ? { name: draft.passengerName, phone: draft.passengerPhone } : null,
  flightNumber:
    looksLikeAirport(draft.pickupLocation) && draft.flightNumber.trim() !== '' ? draft.flightNumber : null,
});
