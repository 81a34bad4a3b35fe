import * as z from 'zod/mini';

/** How a ride is booked. */
export const bookingTypeSchema = z.enum(['point-to-point', 'hourly']);
export type BookingType = z.infer<typeof bookingTypeSchema>;

/** The lines of a fare in integer cents, each rounded once. */
export const fareSchema = z.object({
  baseCents: z.int(),
  surgeMultiplier: z.number(),
  /** Absent on rides from before rates were versioned; the tax was 3 percent then. */
  taxPercent: z.optional(z.number()),
  taxCents: z.int(),
  fuelCents: z.int(),
  techCents: z.int(),
  airportCents: z.int(),
  /** Fee for all stops on the way of a point-to-point ride. Absent on rides from before stops existed. */
  stopCents: z.optional(z.int()),
  subtotalCents: z.int(),
  gratuityPercentage: z.number(),
  gratuityCents: z.int(),
  promoCents: z.int(),
  giftCardCents: z.int(),
  /** Price of the ride: subtotal plus gratuity minus promo. Paid by gift card and card together. */
  fareCents: z.int(),
  /** Amount left for the card after promo and gift card. Zero if below the card minimum. */
  totalCents: z.int(),
});
export type Fare = z.infer<typeof fareSchema>;
