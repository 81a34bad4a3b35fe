import * as z from 'zod/mini';
import { alertSchema } from '../alerts/alert.ts';
import { servedKindSchema } from '../drivers/driver.ts';
import { idSchema } from '../id.ts';
import { inboxRowSchema } from '../messages/inbox.ts';
import { ridePositionSchema, sentPositionSchema } from './position.ts';
import { type DriverRide, driverRideSchema, offerSchema, type RiderRide, riderRideSchema } from './ride.ts';
import { listDriverRides, listRiderRides } from './rides-api.ts';
import { staffRideSchema } from './staff-ride.ts';
import { tripSchema } from './trip-api.ts';

/** Path of the Socket.IO endpoint. */
export const SOCKET_PATH = '/socket.io';

/**
 * Timing of dead link detection on screens that request it (`link:watch`), in milliseconds. If a ping is not
 * answered in time, the node closes the connection. If a page has received nothing for the sum of both times,
 * counted from its `link:watch` at the earliest, it reconnects. Engine.IO's own heartbeat on every connection
 * takes four times as long.
 */
export const LINK = { pingEveryMs: 3_000, answerMs: 4_000 };
export type LinkTimes = typeof LINK;

/** Room names. Clients cannot choose rooms; the server derives them from the session. */
export const rooms = {
  rider: (riderId: string) => `rider:${riderId}` as const,
  driver: (driverId: string) => `driver:${driverId}` as const,
  /** Drivers of a city who are offered a kind of ride. */
  offers: (city: string, rideType: string) => `offers:${city}:${rideType}` as const,
  session: (sessionId: string) => `session:${sessionId}` as const,
  /** One staff member. */
  staff: (staffId: string) => `staff:${staffId}` as const,
  /** Viewers of a trip link, by the link's key, which is not secret. */
  trip: (key: string) => `trip:${key}` as const,
  /** All staff with the console open. */
  ops: 'ops',
} as const;

/** A removed offer. Its version keeps a delayed `offer:added` from adding it again. */
const removedOfferSchema = z.object({
  id: idSchema,
  version: z.int(),
  reason: z.enum(['accepted', 'cancelled', 'changed']),
});
export type RemovedOffer = z.infer<typeof removedOfferSchema>;

/** Why a driver lost a ride: dispatch reassigned or unassigned it, or the driver gave it back. */
export const removalReasonSchema = z.enum(['reassigned', 'unassigned', 'given_back']);
export type RemovalReason = z.infer<typeof removalReasonSchema>;

/** A ride that its driver has lost. Its version keeps a delayed `ride:changed` from adding it again. */
export const removedRideSchema = z.object({ id: idSchema, version: z.int(), reason: removalReasonSchema });
export type RemovedRide = z.infer<typeof removedRideSchema>;

/** How long a socket has to wait between two lists of its rides, in milliseconds. */
export const LIST_EVERY_MS = 1_000;

const REFUSED_LIST = `Refused when asked again within ${LIST_EVERY_MS / 1_000} second, and for a list that is too long to be sent at once: read it by REST then.`;

/** The acknowledgement of a request for the rides of a socket's user. */
const listReplyOf = <Ride extends z.ZodMiniType>(ride: Ride) =>
  z.union([
    z.object({
      /** Whose rides these are. */
      userId: idSchema,
      now: z.iso.datetime(),
      rides: z.array(ride),
    }),
    z.object({ error: z.string() }),
  ]);

/** How long ago a ride may have changed to be in a list of recent rides, in milliseconds. */
export const RECENT_MS = 3_600_000;

/**
 * The rides of a user that are active or changed a short time ago, and the version of every ride of the whole
 * list, by id. A ride that became the user's during the read may be missing from `versions`.
 */
export interface RecentRides<Ride> {
  rides: Ride[];
  versions: Readonly<Record<string, number>>;
}

/** The acknowledgement of a request for the recent rides of a socket's user. */
const recentReplyOf = <Ride extends z.ZodMiniType>(ride: Ride) =>
  z.union([
    z.object({
      userId: idSchema,
      now: z.iso.datetime(),
      rides: z.array(ride),
      versions: z.record(idSchema, z.int()),
    }),
    z.object({ error: z.string() }),
  ]);

const RECENT_LIST = `that are active or changed within the last ${RECENT_MS / 60_000} minutes, with the version of every ride of the whole list. A page that lacks one of these versions reads the whole list. Refused in the same cases`;

/** Definition of a socket event. */
export interface RideEvent {
  from: 'server' | 'browser';
  summary: string;
  /** The rooms it is emitted to; without rooms, all sockets of the node. */
  rooms?: readonly string[];
  /** The only argument; absent if there is none. */
  payload?: z.ZodMiniType;
  /** Whether it is dropped for a socket whose earlier messages are still unsent. */
  isVolatile?: true;
  /** The acknowledgement that the gateway returns. */
  reply?: z.ZodMiniType;
}

/**
 * All socket events in both directions. Server payloads are arrays: a node collects the changes for a room
 * until the current operation completes (`process.nextTick`) and sends them together. Events may be lost or
 * repeated: receivers keep the higher version and take a snapshot on every (re)connect.
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
    summary: 'Rides are no longer the driver’s: dispatch reassigned them, or they are offered again.',
    rooms: [rooms.driver('{driverId}')],
    payload: z.array(removedRideSchema),
  },
  'offer:added': {
    from: 'server',
    summary: 'Rides became offers, or offers changed.',
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
    summary: 'The node has lost its subscription: the screen may be stale until `resync`.',
  },
  resync: {
    from: 'server',
    summary: 'The node receives changes again and may have missed some: load the snapshots again.',
  },
  'driver:changed': {
    from: 'server',
    summary:
      "The driver's duty, state, papers or vehicles changed. The socket has left the offers: watch again.",
    rooms: [rooms.driver('{driverId}')],
  },
  'catalogue:changed': {
    from: 'server',
    summary: 'Rates were scheduled, changed or withdrawn: read the catalogue again.',
  },
  'board:changed': {
    from: 'server',
    summary: 'Rides changed, as staff see them.',
    rooms: [rooms.ops],
    payload: z.array(staffRideSchema),
  },
  'fleet:changed': {
    from: 'server',
    summary: 'The duty, state, papers or vehicles of these drivers changed: read the list of drivers again.',
    rooms: [rooms.ops],
    payload: z.array(idSchema),
  },
  'alert:changed': {
    from: 'server',
    summary: 'Alerts were opened, taken or resolved.',
    rooms: [rooms.ops],
    payload: z.array(alertSchema),
  },
  'inbox:changed': {
    from: 'server',
    summary: 'Messages arrived, or were answered, assigned or moved.',
    rooms: [rooms.ops],
    payload: z.array(inboxRowSchema),
  },
  'staff:changed': {
    from: 'server',
    summary:
      'The name, role or access of a staff member changed. The socket has left the console: watch again.',
    rooms: [rooms.staff('{staffId}')],
  },
  'position:moved': {
    from: 'server',
    summary:
      'Drivers under way moved. Only the latest position of a ride counts; missed ones are not resent.',
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
    summary: 'The trip link was revoked. The socket is closed.',
    rooms: [rooms.trip('{key}')],
  },
  'session:ended': {
    from: 'server',
    summary: 'The session of this socket was signed out or expired.',
    rooms: [rooms.session('{sessionId}')],
  },
  'link:ping': {
    from: 'server',
    summary: `Asks a page that watches its link whether it is there: ${LINK.pingEveryMs / 1_000} seconds after each answer. It answers \`link:pong\` within ${LINK.answerMs / 1_000} seconds, or the connection is ended. A page that has received nothing for ${(LINK.pingEveryMs + LINK.answerMs) / 1_000} seconds, since its \`link:watch\` at the earliest, opens another one.`,
  },
  'link:watch': {
    from: 'browser',
    summary: 'Requests `link:ping`, for screens that must detect a dead connection quickly.',
  },
  'link:unwatch': { from: 'browser', summary: 'No `link:ping` is needed any more.' },
  'link:pong': { from: 'browser', summary: 'The answer to `link:ping`.' },
  'link:check': {
    from: 'browser',
    summary: 'Checks that the node is reachable, for example after a network change. Acknowledged at once.',
    reply: z.object({}),
  },
  'offers:watch': {
    from: 'browser',
    summary:
      'A driver joins the offer rooms of the kinds they serve. The acknowledgement contains these and the open offers, read after joining. Drop an offer past the `until` of its kind.',
    reply: z.union([
      z.object({ offers: z.array(offerSchema), serves: z.array(servedKindSchema) }),
      z.object({ error: z.string() }),
    ]),
  },
  'rides:list-as-rider': {
    from: 'browser',
    summary: `A rider lists their rides, as \`${listRiderRides.method} ${listRiderRides.path}\` does, with the server’s time. ${REFUSED_LIST}`,
    reply: listReplyOf(riderRideSchema),
  },
  'rides:list-as-driver': {
    from: 'browser',
    summary: `A driver lists their rides, as \`${listDriverRides.method} ${listDriverRides.path}\` does, with the server’s time. ${REFUSED_LIST}`,
    reply: listReplyOf(driverRideSchema),
  },
  'rides:list-recent-as-rider': {
    from: 'browser',
    summary: `A rider, whose page had the whole list before, lists their rides ${RECENT_LIST}.`,
    reply: recentReplyOf(riderRideSchema),
  },
  'rides:list-recent-as-driver': {
    from: 'browser',
    summary: `A driver, whose page had the whole list before, lists their rides ${RECENT_LIST}.`,
    reply: recentReplyOf(driverRideSchema),
  },
  'ops:watch': {
    from: 'browser',
    summary: 'A staff member joins the console. Read its lists after the acknowledgement.',
    reply: z.union([z.object({ watching: z.literal(true) }), z.object({ error: z.string() })]),
  },
  'position:send': {
    from: 'browser',
    summary:
      'A driver under way sends their position, at most once a second. Positions that are too frequent, implausible or for no ride of theirs are dropped silently.',
    payload: sentPositionSchema,
  },
  'ops:unwatch': { from: 'browser', summary: 'One of the staff leaves the console.' },
  'offers:unwatch': { from: 'browser', summary: 'A driver leaves the offers rooms.' },
} as const satisfies Record<string, RideEvent>;

type Events = typeof RIDE_EVENTS;
type NamesFrom<Side> = {
  [Name in keyof Events]: Events[Name]['from'] extends Side ? Name : never;
}[keyof Events];

/** The payload of an event; undefined if there is none. */
export type EventPayload<Name extends keyof Events> = Events[Name] extends {
  payload: infer Schema extends z.ZodMiniType;
}
  ? z.output<Schema>
  : undefined;

/** The rooms that an event is emitted to. */
export type EventRoom<Name extends keyof Events> = Events[Name] extends { rooms: readonly (infer Room)[] }
  ? Room
  : never;

type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : null;

/** An item of an event's payload, in the view of the room that receives it; null without payload. */
export type EventItem<Name extends keyof Events, Room = EventRoom<Name>> = Name extends 'ride:changed'
  ? RideIn<Room>
  : ItemOf<EventPayload<Name>>;

type RideIn<Room> = Room extends ReturnType<typeof rooms.rider> ? RiderRide : DriverRide;

type Arguments<Event> = Event extends { payload: infer Schema extends z.ZodMiniType }
  ? [payload: z.output<Schema>]
  : Event extends { reply: infer Schema extends z.ZodMiniType }
    ? [acknowledge: (reply: z.output<Schema>) => void]
    : [];

/** Events that the gateway emits, typed for Socket.IO. */
export type ServerToClientEvents = {
  [Name in NamesFrom<'server'>]: (...sent: Arguments<Events[Name]>) => void;
};

/** Events that a browser may emit. */
export type ClientToServerEvents = {
  [Name in NamesFrom<'browser'>]: (...sent: Arguments<Events[Name]>) => void;
};

/**
 * Validates a received event against the contract: the event must be known, its payload valid and without
 * unknown keys. For development and tests, where the server is never newer than this build.
 *
 * @throws Error if the event violates the contract
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

/** Returns the path of the first key that parsing dropped; null if none was dropped. */
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
