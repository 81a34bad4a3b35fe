import * as z from 'zod/mini';

/** How a ride is booked. */
export const bookingTypeSchema = z.enum(['point-to-point', 'hourly']);
export type BookingType = z.infer<typeof bookingTypeSchema>;

/** The lines of a fare, all in integer cents, each rounded once. */
export const fareSchema = z.object({
  baseCents: z.int(),
  surgeMultiplier: z.number(),
  /** Absent on rides from before rates had versions: 3. */
  taxPercent: z.optional(z.number()),
  taxCents: z.int(),
  fuelCents: z.int(),
  techCents: z.int(),
  airportCents: z.int(),
  /** For the stops of a point-to-point ride on the way, all together; absent on rides from before there were any. */
  stopCents: z.optional(z.int()),
  subtotalCents: z.int(),
  gratuityPercentage: z.number(),
  gratuityCents: z.int(),
  promoCents: z.int(),
  giftCardCents: z.int(),
  /**
   * What the ride costs: subtotal and gratuity less the promo. A gift card pays part of it, a card the rest.
   */
  fareCents: z.int(),
  /**
   * What is left to pay after promo and gift card; zero where that is too little for a card to be charged.
   */
  totalCents: z.int(),
});
export type Fare = z.infer<typeof fareSchema>;
