import type { Fare } from '#common/fares/quote-fare.ts';
import type { SurgeTier } from '#common/fares/surge.ts';
import { toDollarString } from '#common/money.ts';
import { looksLikeAirport } from '#common/places/airport.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import type { Draft } from './draft.ts';
import { hoursOf } from './hours-of.ts';

/** What the browser reckoned, sent along as the specification's payload has it (section 3). The server derives each of them again. */
interface Hints {
  isAirportPickup: boolean;
  surgePricing: SurgeTier;
  estimatedFare: string;
  discountAmount: number;
}

interface Reckoned {
  riderId: string;
  fare: Fare;
  surgeTier: SurgeTier;
}

/** The body of POST /api/rides for a filled-in form. */
export function toRideRequest(draft: Draft, { riderId, fare, surgeTier }: Reckoned): RequestRide & Hints {
  const { vehicleId, ...typed } = draft;
  return {
    ...typed,
    riderId,
    rideType: vehicleId,
    hours: hoursOf(draft),
    promoCodeId: null,
    giftCardId: null,
    isAirportPickup: looksLikeAirport(draft.pickupLocation),
    surgePricing: surgeTier,
    estimatedFare: toDollarString(fare.fareCents),
    discountAmount: 0,
  };
}
