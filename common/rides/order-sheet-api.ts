import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';

/**
 * The charter order of a ride, which the driver must carry: customer, vehicle, driver, times, route and fare.
 */
export const orderSheetSchema = z.object({
  rideId: idSchema,
  reference: z.string(),
  issuedAt: z.iso.datetime(),
  /** The customer; null from a day after the planned end. */
  customer: z.nullable(z.object({ name: z.string() })),
  /**
   * The passenger, null together with the customer. Includes the phone number from a day before the pickup.
   */
  passenger: z.nullable(z.object({ name: z.string(), phone: z.nullable(z.string()) })),
  passengers: z.nullable(z.int()),
  flightNumber: z.nullable(z.string()),
  requests: z.nullable(z.string()),
  /** Permit numbers of the company; null if not configured. */
  carrier: z.object({ certificate: z.nullable(z.string()), usdot: z.nullable(z.string()) }),
  driver: z.nullable(z.object({ name: z.string(), license: z.nullable(z.string()) })),
  rideType: z.string(),
  /** The assigned vehicle; null before one is known. */
  vehicle: z.nullable(z.object({ label: z.string(), plate: z.string(), seats: z.int(), paint: z.string() })),
  pickupAt: z.iso.datetime(),
  plannedEndAt: z.iso.datetime(),
  /** Booked hours; null point to point. */
  hours: z.nullable(z.number()),
  /** Pickup, stops and drop-off, in order. */
  places: z.array(z.string()),
  /** The lines of the fare, in cents. */
  lines: z.array(z.object({ label: z.string(), cents: z.int() })),
  fareCents: z.int(),
  isOnAccount: z.boolean(),
});
export type OrderSheet = z.infer<typeof orderSheetSchema>;

export const readOrderSheet = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/order-sheet',
  summary:
    'Reads the charter order of a ride for its driver. Contains names and phone for as long as the driver may see them.',
  who: 'driver',
  reply: orderSheetSchema,
});

export const readStaffOrderSheet = endpoint({
  method: 'GET',
  path: '/api/ops/rides/:rideId/order-sheet',
  summary: 'Reads the charter order of a ride for staff, as its driver sees it now.',
  who: 'dispatcher',
  reply: orderSheetSchema,
});
