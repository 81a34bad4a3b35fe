import { idSchema } from '#common/id.ts';
import type { EventItem, EventRoom, ServerToClientEvents } from '#common/rides/ride-events.ts';
import { currentRequestId } from './request-context.ts';

/**
 * Format number of messages on `rides.changed`, `rides.position` and `ops.changed`. Raise it when nodes of
 * the previous release must not forward the new messages unchanged; an additional field or event does not
 * raise it. Messages of release 0.1.0 have no number and count as 1.
 */
export const MESSAGE_FORMAT = 1;

const FORMAT = 'format';
const REQUEST = 'request:';

/** The content of a message about one change. */
interface MessageContent {
  /** When the change was made, in milliseconds since the epoch. */
  changedAt: number;
  /** Words without spaces that let nodes which cannot read the lines load the item from the database. */
  about?: readonly string[];
  /** A line for each room, see `lineFor`. */
  lines: readonly string[];
}

type EventName = keyof ServerToClientEvents;

/** `Sent` if it has only fields of `Item`, so that no view with more fields is sent in its place. */
type Exactly<Item, Sent extends Item> = Exclude<keyof Sent, keyof Item> extends never ? Sent : never;

/**
 * Composes a line of a message: room, event and item as JSON, separated by spaces. The types admit only
 * a room of the event, and only the view of the item that this room may see.
 */
export const lineFor = <
  Name extends EventName,
  Room extends EventRoom<Name>,
  Sent extends EventItem<Name, Room>,
>(
  room: Room,
  event: Name,
  item: Exactly<EventItem<Name, Room>, Sent>,
): string => `${room} ${event} ${JSON.stringify(item)}`;

/**
 * Serializes a message. The first two lines, the time and `format <number> <about> request:<id>`, are
 * the same in every format, so that nodes of any release can read them. Nodes of 0.1.0 parse the second line
 * as a message to a room without members.
 */
export function composePublishedMessage({ changedAt, about = [], lines }: MessageContent): string {
  const requestId = currentRequestId();
  const words = [FORMAT, MESSAGE_FORMAT, ...about, ...(requestId ? [REQUEST + requestId] : [])];
  return [changedAt, words.join(' '), ...lines].join('\n');
}

/** A line of a published message. */
interface MessageLine {
  room: string;
  event: string;
  /** The item as JSON. */
  item: string;
}

/** A message that was published on Redis, as received. */
export interface PublishedMessage {
  changedAt: number;
  /** The `about` words, and at the end the request id if there is one. */
  about: readonly string[];
  /** Whether its format is newer than the one that this release writes, so that its lines cannot be read. */
  isNewer: boolean;
  lines: readonly MessageLine[];
}

/**
 * Reads a message of any release.
 *
 * @throws Error when it is malformed
 */
export function readPublishedMessage(message: string): PublishedMessage {
  const texts = message.split('\n');
  const changedAt = Number(texts[0]);
  if (!Number.isFinite(changedAt)) throw new Error('malformed message: no time');

  const hasFormat = texts[1]?.startsWith(`${FORMAT} `);
  const [, format, ...about] = hasFormat ? (texts[1] ?? '').split(' ') : [];
  if (Number(format) > MESSAGE_FORMAT) return { changedAt, about, isNewer: true, lines: [] };

  return { changedAt, about, isNewer: false, lines: texts.slice(hasFormat ? 2 : 1).map(readLine) };
}

function readLine(text: string): MessageLine {
  const first = text.indexOf(' ');
  const second = text.indexOf(' ', first + 1);
  if (first < 0 || second < 0) throw new Error('malformed message: a line without an item');
  return { room: text.slice(0, first), event: text.slice(first + 1, second), item: text.slice(second + 1) };
}

/** Returns the id of the ride that a message is about; undefined for other messages. */
export const rideIdOf = ({ about }: Pick<PublishedMessage, 'about'>): string | undefined =>
  about.find((word) => idSchema.safeParse(word).success);

/** Like `rideIdOf`, for a message that cannot be read. */
export const rideIdInText = (message: string): string | undefined =>
  rideIdOf({ about: (message.split('\n', 2)[1] ?? '').split(' ') });

/** Returns the id of the request that caused a message; undefined when it came from scheduled work. */
export const requestIdOfMessage = ({ about }: PublishedMessage): string | undefined =>
  about.find((word) => word.startsWith(REQUEST))?.slice(REQUEST.length);
