import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import { toDollarString } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import * as api from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { type Draft, hoursOf } from './draft.ts';
import { estimateFare } from './estimate-fare.ts';

/**
 * Requests a ride. The same key with the same body is one ride, however often it is sent.
 * @throws ApiError when the server refuses; anything else means that its reply cannot be paid with
 */
export async function requestRide(body: RequestRide, idempotencyKey: string): Promise<api.RequestedRide> {
  const requested = await call(api.requestRide, body, { idempotencyKey });
  if (!requested.clientSecret) throw new Error('The reply to the ride request has no client secret.');
  return requested;
}

/** What the browser reckoned, sent along as the specification's payload has it (section 3). The server derives each of them again. */
interface Hints {
  isAirportPickup: boolean;
  surgePricing: SurgeTier;
  /** `"$233.58"`. */
  estimatedFare: string | null;
  /** Dollars. */
  discountAmount: number;
}

interface Context {
  riderId: string;
  surgeCalendar: readonly SurgeDay[];
}

/** The body of POST /api/rides for a form as typed. */
export function toRideRequest(draft: Draft, { riderId, surgeCalendar }: Context): RequestRide & Hints {
  const { vehicleId, promo, giftCard, promoCode: _promoCode, giftCardCode: _giftCardCode, ...typed } = draft;
  const fare = estimateFare(draft, surgeCalendar);
  return {
    ...typed,
    riderId,
    rideType: vehicleId,
    hours: hoursOf(draft),
    promoCodeId: promo?.id ?? null,
    giftCardId: giftCard?.id ?? null,
    isAirportPickup: looksLikeAirport(draft.pickupLocation),
    surgePricing: surgeTierOf(draft.scheduledDate, surgeCalendar),
    estimatedFare: fare && toDollarString(fare.fareCents),
    discountAmount: fare ? (fare.promoCents + fare.giftCardCents) / 100 : 0,
  };
}
