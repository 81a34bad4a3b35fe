import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeTier } from '#common/fares/surge-day.ts';
import { toDollarString } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { RequestRide } from '#common/rides/ride-request.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { type Draft, hoursOf, wantsReturn } from './draft.ts';
import { estimateFare } from './estimate-fare.ts';

/**
 * The rates that the rider saw, and the amounts the browser calculated with them, as in the specification's
 * payload (section 3). The server recalculates each amount.
 */
interface Seen extends Pick<RequestRide, 'ratesVersion'> {
  surgePricing: SurgeTier;
  /** For example `"$233.58"`. */
  estimatedFare: string | null;
  /** In dollars. */
  discountAmount: number;
}

interface Context {
  riderId: string;
  pricing: Pricing;
}

/**
 * Builds the body of POST /api/rides. `wanted` identifies the booking, so that a retry gets the same key.
 * `seen` holds the rates and amounts shown, which may have changed by the time of a retry.
 */
export function toRideRequest(
  draft: Draft,
  { riderId, pricing }: Context,
): { wanted: RequestRide & { isAirportPickup: boolean }; seen: Seen } {
  const { vehicleId, promo, giftCard, promoCode: _promoCode, giftCardCode: _giftCardCode, ...rest } = draft;
  const { isForSomebodyElse: _isFor, passengerName: _name, passengerPhone: _phone, ...trip } = rest;
  const { hasReturn: _hasReturn, returnDate: _date, returnTime: _time, ...typed } = trip;
  const fare = estimateFare(draft, pricing);
  return {
    wanted: {
      ...typed,
      ...requestTripFields(draft),
      riderId,
      rideType: vehicleId,
      hours: hoursOf(draft),
      promoCodeId: promo?.id ?? null,
      giftCardId: giftCard?.id ?? null,
      isAirportPickup: looksLikeAirport(draft.pickupLocation),
    },
    seen: {
      ratesVersion: pricing.rates.id,
      surgePricing: surgeTierOf(draft.scheduledDate, pricing.surgeCalendar),
      estimatedFare: fare && toDollarString(fare.fareCents),
      discountAmount: fare ? (fare.promoCents + fare.giftCardCents) / 100 : 0,
    },
  };
}

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
