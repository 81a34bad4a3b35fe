import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { pointSchema } from '../places/point.ts';
import { trackingSchema } from './position.ts';

const degrees = z.coerce.number();

/** Tokens of this app have 22 characters. */
const deviceToken = z.optional(z.string().check(z.maxLength(200)));

/** Drivers rarely connect an app. */
const limit = { name: 'driver-device', times: 60, windowSeconds: 600, per: 'user' } as const;

/**
 * Receives a position from Traccar Client or another OsmAnd-protocol app: as JSON from version 9 on, as query
 * parameters before. The timestamp is used only to drop out-of-order positions.
 */
export const sendPosition = endpoint({
  method: 'POST',
  path: '/api/positions',
  summary:
    "Receives a driver's position from an app such as Traccar Client, whose device identifier is the driver's token. Positions that are too frequent, implausible or for no ride under way are dropped, with the same reply.",
  who: 'anybody',
  isForDevices: true,
  query: z.object({
    id: deviceToken,
    deviceid: deviceToken,
    lat: z.optional(degrees),
    lon: z.optional(degrees),
    /** Epoch seconds or milliseconds, or ISO 8601. */
    timestamp: z.optional(z.string()),
    accuracy: z.optional(z.coerce.number()),
    bearing: z.optional(z.coerce.number()),
  }),
  body: z.looseObject({
    device_id: deviceToken,
    location: z.optional(
      z.looseObject({
        timestamp: z.optional(z.union([z.string(), z.number()])),
        coords: z.looseObject({
          latitude: z.number(),
          longitude: z.number(),
          accuracy: z.nullish(z.number()),
          heading: z.nullish(z.number()),
        }),
      }),
    ),
  }),
  reply: null,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/** The settings that a driver enters in such an app. */
const deviceSchema = z.object({
  /** When the token was created (ISO 8601); null without a token. */
  since: z.nullable(z.iso.datetime()),
  serverUrl: z.string(),
  /** The token; null if there is none. */
  deviceId: z.nullable(z.string()),
});
export type Device = z.infer<typeof deviceSchema>;

export const readDevice = endpoint({
  method: 'GET',
  path: '/api/driver/device',
  summary:
    'Reads the settings that connect an app such as Traccar Client, if the driver has created a token.',
  who: 'driver',
  reply: deviceSchema,
});

export const connectDevice = endpoint({
  method: 'POST',
  path: '/api/driver/device',
  summary: 'Creates a token for such an app and revokes the previous one.',
  who: 'driver',
  reply: deviceSchema,
  limit,
});

export const disconnectDevice = endpoint({
  method: 'DELETE',
  path: '/api/driver/device',
  summary: "Revokes the token. The app's positions are refused from then on.",
  who: 'driver',
  reply: deviceSchema,
  limit,
});

export const readRideTracking = endpoint({
  method: 'GET',
  path: '/api/ops/rides/:rideId/tracking',
  summary: 'Reads the position of a ride for staff, if known and the driver is under way.',
  who: 'dispatcher',
  reply: trackingSchema,
});

export const planSimulatedDrive = endpoint({
  method: 'GET',
  path: '/api/rides/:rideId/simulated-drive',
  summary: 'Demo only: returns a route to the pickup and drop-off for a simulated drive.',
  who: 'driver',
  reply: z.object({ toPickup: z.array(pointSchema), toDropoff: z.array(pointSchema) }),
});
