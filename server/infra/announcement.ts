import { currentRequestId } from './request-context.ts';

/**
 * Format number of messages on `rides.changed`, `rides.position` and `ops.changed`. Raise it when nodes of
 * the previous release must not forward the new messages unchanged; an additional field or event does not
 * raise it. Messages of release 0.1.0 have no number and count as 1.
 */
export const ANNOUNCEMENT_FORMAT = 1;

const FORMAT = 'format';
const REQUEST = 'request:';

/** The announcement of one change. */
interface Announcement {
  /** When the change was made, in milliseconds since the epoch. */
  changedAt: number;
  /** Words without spaces that let nodes which cannot read the lines load the item from the database. */
  about?: readonly string[];
  /** A line for each room: room, event and item as JSON, separated by spaces. */
  lines: readonly string[];
}

/**
 * Serializes an announcement. The first two lines, the time and `format <number> <about> request:<id>`, are
 * the same in every format, so that nodes of any release can read them. Nodes of 0.1.0 take the second line
 * for a room without members.
 */
export function composeAnnouncement({ changedAt, about = [], lines }: Announcement): string {
  const requestId = currentRequestId();
  const words = [FORMAT, ANNOUNCEMENT_FORMAT, ...about, ...(requestId ? [REQUEST + requestId] : [])];
  return [changedAt, words.join(' '), ...lines].join('\n');
}

/** Returns the id of the request that caused an announcement; undefined when it came from scheduled work. */
export const requestIdOfAnnouncement = (message: string): string | undefined =>
  message.split('\n', 2)[1]?.split(` ${REQUEST}`)[1];

/**
 * Returns the `about` words of an announcement in a newer format than this release writes; null when this
 * release can read it.
 */
export function readNewerFormat(message: string): readonly string[] | null {
  const start = message.indexOf('\n') + 1;
  if (start === 0 || !message.startsWith(`${FORMAT} `, start)) return null;
  const end = message.indexOf('\n', start);
  const [, format, ...about] = message.slice(start, end < 0 ? undefined : end).split(' ');
  return Number(format) > ANNOUNCEMENT_FORMAT ? about : null;
}
