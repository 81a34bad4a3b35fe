import type { EditQuote } from '#common/rides/edit-api.ts';
import type { RiderRide } from '#common/rides/ride.ts';

type QuotedRide = Pick<RiderRide, 'version' | 'fare' | 'bookingType' | 'hours' | 'surgePricing' | 'stops'>;

/** Builds a quote of an edit that leaves the fare unchanged. */
export const buildEditQuote = (
  { version, fare, bookingType, hours, surgePricing, stops }: QuotedRide,
  overrides: Partial<EditQuote> = {},
): EditQuote => ({
  version,
  fare,
  booking: { bookingType, hours, surgePricing, stops },
  dueCents: 0,
  toCardCents: 0,
  toGiftCardCents: 0,
  ...overrides,
});

/** Builds a quote of an edit that costs $90.64 more. */
export const buildDearerQuote = (ride: QuotedRide): EditQuote =>
  buildEditQuote(ride, {
    fare: { ...ride.fare, fareCents: ride.fare.fareCents + 9_064 },
    dueCents: 9_064,
  });

/** Builds a quote of an edit that refunds $50.14 to the card. */
export const buildCheaperQuote = (ride: QuotedRide): EditQuote =>
  buildEditQuote(ride, {
    fare: { ...ride.fare, fareCents: ride.fare.fareCents - 5_014 },
    toCardCents: 5_014,
  });
