import * as z from 'zod/mini';
import { alertSchema } from '../alerts/alert.ts';
import { servedKindSchema } from '../drivers/driver.ts';
import { idSchema } from '../id.ts';
import { inboxRowSchema } from '../messages/inbox.ts';
import { ridePositionSchema, sentPositionSchema } from './position.ts';
import { driverRideSchema, offerSchema, riderRideSchema } from './ride.ts';
import { staffRideSchema } from './staff-ride.ts';
import { tripSchema } from './trip-api.ts';

/** The one city that is live; offers are rooms by city. */
export const CITY = 'las-vegas';
export const CITIES: readonly string[] = [CITY];

/** Path of the Socket.IO endpoint on the web address. */
export const SOCKET_PATH = '/socket.io';

/**
 * Redis channel on which every change of a ride is published, as `composeRideMessage` of the server writes it. Of this channel and the two
 * that carry more than ids, `server/infra/announcement.ts` has the format.
 */
export const RIDES_CHANGED = 'rides.changed';

/** Redis channel of drivers' positions, each for the rooms that may see it. */
export const RIDES_POSITION = 'rides.position';

/** Redis channel for what only the console shows, written in the same form by `createOpsOutbox` of the server. */
export const OPS_CHANGED = 'ops.changed';

/**
 * How fast a dead link is noticed on screens that watch theirs (`link:watch`), in milliseconds: a ping is answered in time, or the
 * node ends the connection; a page that has received nothing for the sum of both, since it asked at the earliest, opens another
 * one. Engine.IO's own heartbeat, of every connection, takes four times as long.
 */
export const LINK = { pingEveryMs: 3_000, answerMs: 4_000 };
export type LinkTimes = typeof LINK;

/** Room names. A client never names a room: its rooms follow from its session. */
export const rooms = {
  rider: (riderId: string) => `rider:${riderId}`,
  driver: (driverId: string) => `driver:${driverId}`,
  /** Drivers of a city who are offered rides of a kind. */
  offers: (city: string, rideType: string) => `offers:${city}:${rideType}`,
  session: (sessionId: string) => `session:${sessionId}`,
  /** One of the staff. */
  staff: (staffId: string) => `staff:${staffId}`,
  /** Who looks at a trip link, by the key of the link, which is no secret. */
  trip: (key: string) => `trip:${key}`,
  /** Staff with the console open. */
  ops: 'ops',
} as const;

/** An offer that is gone. Its version keeps a late `offer:added` from adding it again. */
const removedOfferSchema = z.object({
  id: idSchema,
  version: z.int(),
  reason: z.enum(['accepted', 'cancelled', 'changed']),
});
export type RemovedOffer = z.infer<typeof removedOfferSchema>;

/** What takes a ride from its driver: dispatch gave it to another or took it back, or they gave it back. */
export const removalReasonSchema = z.enum(['reassigned', 'unassigned', 'given_back']);
export type RemovalReason = z.infer<typeof removalReasonSchema>;

/** A ride that is no longer a driver's, and why. Its version keeps a late `ride:changed` from adding it again. */
export const removedRideSchema = z.object({ id: idSchema, version: z.int(), reason: removalReasonSchema });
export type RemovedRide = z.infer<typeof removedRideSchema>;

/** An event on the socket. */
export interface RideEvent {
  from: 'server' | 'browser';
  summary: string;
  /** Rooms it is emitted to; all sockets of the node where there are none. */
  rooms?: readonly string[];
  /** Its one argument; absent where it has none. */
  payload?: z.ZodMiniType;
  /** Whether it is dropped for a socket that has not taken what was sent before. */
  isVolatile?: true;
  /** What the gateway acknowledges it with. */
  reply?: z.ZodMiniType;
}

/**
 * Every event on the socket, both ways. Payloads from the server are arrays: a node gathers what changes for
 * a room within one turn of its event loop and writes it once. Any event may be lost or repeated: receivers
 * keep the higher version and take a snapshot on every (re)connect.
 */
export const RIDE_EVENTS = {
  'ride:changed': {
    from: 'server',
    summary: 'Rides changed, in the view of the audience.',
    rooms: [rooms.rider('{riderId}'), rooms.driver('{driverId}')],
    payload: z.union([z.array(riderRideSchema), z.array(driverRideSchema)]),
  },
  'ride:removed': {
    from: 'server',
    summary: 'Rides are no longer the driver’s: dispatch gave them to another, or they are offered again.',
    rooms: [rooms.driver('{driverId}')],
    payload: z.array(removedRideSchema),
  },
  'offer:added': {
    from: 'server',
    summary: 'Rides became offers.',
    rooms: [rooms.offers('{city}', '{rideType}')],
    payload: z.array(offerSchema),
  },
  'offer:removed': {
    from: 'server',
    summary: 'Offers are gone: accepted by a driver, cancelled, or changed to another kind of vehicle.',
    rooms: [rooms.offers('{city}', '{rideType}')],
    payload: z.array(removedOfferSchema),
  },
  'subscription:lost': {
    from: 'server',
    summary: 'The node receives no changes just now: what is on screen may be stale until `resync`.',
  },
  resync: {
    from: 'server',
    summary: 'The node receives changes again, and missed some: take the snapshots again.',
  },
  'driver:changed': {
    from: 'server',
    summary:
      "The driver's duty, standing, papers or vehicles changed. The socket has left the offers: watch again.",
    rooms: [rooms.driver('{driverId}')],
  },
  'catalogue:changed': {
    from: 'server',
    summary: 'Rates were scheduled, changed or taken back: read the catalogue again.',
  },
  'board:changed': {
    from: 'server',
    summary: 'Rides changed, as staff see them.',
    rooms: [rooms.ops],
    payload: z.array(staffRideSchema),
  },
  'alert:changed': {
    from: 'server',
    summary: 'Alerts were opened, taken or resolved.',
    rooms: [rooms.ops],
    payload: z.array(alertSchema),
  },
  'inbox:changed': {
    from: 'server',
    summary: 'Messages came, or were answered, given to somebody or moved.',
    rooms: [rooms.ops],
    payload: z.array(inboxRowSchema),
  },
  'staff:changed': {
    from: 'server',
    summary:
      'The name, role or access of one of the staff changed. The socket has left the console: watch again.',
    rooms: [rooms.staff('{staffId}')],
  },
  'position:moved': {
    from: 'server',
    summary: 'Drivers under way moved. Only the latest position of a ride counts; none is sent again.',
    rooms: [rooms.rider('{riderId}'), rooms.trip('{key}'), rooms.ops],
    isVolatile: true,
    payload: z.array(ridePositionSchema),
  },
  'trip:changed': {
    from: 'server',
    summary: 'A shared trip changed.',
    rooms: [rooms.trip('{key}')],
    payload: z.array(tripSchema),
  },
  'trip:ended': {
    from: 'server',
    summary: 'The link of the trip was ended. The socket is closed.',
    rooms: [rooms.trip('{key}')],
  },
  'session:ended': {
    from: 'server',
    summary: 'The session of this socket signed out, or expired.',
    rooms: [rooms.session('{sessionId}')],
  },
  'link:ping': {
    from: 'server',
    summary: `Asks a page that watches its link whether it is there: ${LINK.pingEveryMs / 1_000} seconds after each answer. It answers \`link:pong\` within ${LINK.answerMs / 1_000} seconds, or the connection is ended. A page that has received nothing for ${(LINK.pingEveryMs + LINK.answerMs) / 1_000} seconds, since its \`link:watch\` at the earliest, opens another one.`,
  },
  'link:watch': {
    from: 'browser',
    summary: 'A screen on which a dead link has to be noticed soon: `link:ping` comes from now on.',
  },
  'link:unwatch': { from: 'browser', summary: 'No `link:ping` is needed any more.' },
  'link:pong': { from: 'browser', summary: 'The answer to `link:ping`.' },
  'link:check': {
    from: 'browser',
    summary: 'Asks whether the node is there, as after a change of network. It acknowledges at once.',
    reply: z.object({}),
  },
  'offers:watch': {
    from: 'browser',
    summary:
      'A driver joins the offers rooms of the kinds they serve, and is answered with those and with the open offers, read after joining. An offer past `until` of its kind is to be dropped.',
    reply: z.union([
      z.object({ offers: z.array(offerSchema), serves: z.array(servedKindSchema) }),
      z.object({ error: z.string() }),
    ]),
  },
  'ops:watch': {
    from: 'browser',
    summary: 'One of the staff joins the console: its lists are to be read after the acknowledgement.',
    reply: z.union([z.object({ watching: z.literal(true) }), z.object({ error: z.string() })]),
  },
  'position:send': {
    from: 'browser',
    summary:
      'A driver under way says where they are, at most once a second; what is too much, implausible or concerns no ride of theirs is dropped without a word.',
    payload: sentPositionSchema,
  },
  'ops:unwatch': { from: 'browser', summary: 'One of the staff leaves the console.' },
  'offers:unwatch': { from: 'browser', summary: 'A driver leaves the offers rooms.' },
} as const satisfies Record<string, RideEvent>;

type Events = typeof RIDE_EVENTS;
type NamesFrom<Side> = {
  [Name in keyof Events]: Events[Name]['from'] extends Side ? Name : never;
}[keyof Events];

/** The payload of an event; undefined where it has none. */
export type EventPayload<Name extends keyof Events> = Events[Name] extends {
  payload: infer Schema extends z.ZodMiniType;
}
  ? z.output<Schema>
  : undefined;

type Arguments<Event> = Event extends { payload: infer Schema extends z.ZodMiniType }
  ? [payload: z.output<Schema>]
  : Event extends { reply: infer Schema extends z.ZodMiniType }
    ? [acknowledge: (reply: z.output<Schema>) => void]
    : [];

/** What the gateway emits, as Socket.IO types it. */
export type ServerToClientEvents = {
  [Name in NamesFrom<'server'>]: (...sent: Arguments<Events[Name]>) => void;
};

/** What a browser may emit. Rooms come from its session. */
export type ClientToServerEvents = {
  [Name in NamesFrom<'browser'>]: (...sent: Arguments<Events[Name]>) => void;
};

/**
 * Checks what a socket received against the contract: a known event, its payload, and no key besides. For
 * development and tests, where the server must not be ahead of this build.
 *
 * @throws Error when it is not as the contract says
 */
export function parseEvent<Name extends NamesFrom<'server'>>(
  name: Name,
  payload: unknown,
): EventPayload<Name>;
export function parseEvent(name: string, payload: unknown): unknown {
  const event = Object.entries<RideEvent>(RIDE_EVENTS).find(([known]) => known === name)?.[1];
  if (!event) throw new Error(`there is no event ${name}`);
  if (!event.payload) {
    if (payload === undefined) return payload;
    throw new Error(`${name} has no payload`);
  }
  const parsed = event.payload.parse(payload);
  const unknown = unknownKey(payload, parsed, name);
  if (unknown) throw new Error(`${unknown} is not part of the contract`);
  return parsed;
}

/** The path of the first key that parsing dropped; null when it dropped none. */
function unknownKey(sent: unknown, parsed: unknown, path: string): string | null {
  if (typeof sent !== 'object' || sent === null || typeof parsed !== 'object' || parsed === null) return null;
  const kept = new Map<string, unknown>(Object.entries(parsed));
  for (const [key, value] of Object.entries(sent)) {
    const at = `${path}.${key}`;
    const found = kept.has(key) ? unknownKey(value, kept.get(key), at) : at;
    if (found) return found;
  }
  return null;
}
