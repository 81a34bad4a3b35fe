import * as z from 'zod/mini';
import { HOUR_MS } from '../durations.ts';
import { endpoint } from '../endpoint.ts';
import { trackingSchema } from './position.ts';
import { riderRideSchema } from './ride.ts';
import { rideStatusSchema, STAMP_FIELDS } from './ride-states.ts';

/** How long a trip link works after the end of the ride. */
export const TRIP_ENDS_AFTER = { ms: HOUR_MS, text: 'an hour' } as const;

/** A ride as the viewers of its trip link see it: vehicle and driver, but not the passengers. */
export const tripSchema = z.object({
  /** The ride's version. Of two copies, the one with the higher version is current. */
  version: z.int(),
  status: rideStatusSchema,
  rideType: z.string(),
  preferredColor: z.nullable(z.string()),
  /** Local date and time in Las Vegas. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  ...STAMP_FIELDS,
  /** When the ride was completed or cancelled. */
  endedAt: z.nullable(z.iso.datetime()),
  /** Null without a driver. `vehicle` is such as `Black Cadillac Escalade`. */
  driver: z.nullable(z.object({ firstName: z.string(), vehicle: z.string(), plate: z.nullable(z.string()) })),
});
export type Trip = z.infer<typeof tripSchema>;

export const readTrip = endpoint({
  method: 'GET',
  path: '/api/trips/:token',
  summary: `Reads a shared trip by the token of its link, until ${TRIP_ENDS_AFTER.text} after the ride. Revoked, expired and unknown tokens get the same reply.`,
  who: 'anybody',
  params: { token: z.string().check(z.minLength(1), z.maxLength(200)) },
  reply: z.object({ trip: tripSchema, tracking: trackingSchema }),
  limit: { name: 'trip', times: 300, windowSeconds: 600, per: 'address' },
});

/** The ride after its link was created or revoked. `tripLink` is the path of the link. */
const sharedReply = riderRideSchema;

/** Each call adds to the ride's history. */
const limit = { name: 'share-ride', times: 60, windowSeconds: 600, per: 'user' } as const;

export const shareRide = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/share',
  summary: 'Creates the trip link of a booked ride that is not over, or returns the existing one.',
  who: 'rider',
  reply: sharedReply,
  errors: ['EMAIL_NOT_CONFIRMED', 'RIDE_STATE_CONFLICT'],
  limit,
});

export const stopSharingRide = endpoint({
  method: 'DELETE',
  path: '/api/rides/:rideId/share',
  summary: 'Revokes the trip link of a ride; its viewers are disconnected at once.',
  who: 'rider',
  reply: sharedReply,
  limit,
});
