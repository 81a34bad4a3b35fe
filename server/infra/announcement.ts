import { currentRequestId } from './request-context.ts';

/**
 * The form of what is published on `rides.changed`, `rides.position` and `ops.changed`: raised with whatever a node of the release before
 * must not pass on as it is. A field or an event more does not raise it. Release 0.1.0 said none, which counts as 1.
 */
export const ANNOUNCEMENT_FORMAT = 1;

const FORMAT = 'format';
const REQUEST = 'request:';

/** What is published of one change. */
interface Announcement {
  /** The instant of the change, in milliseconds. */
  changedAt: number;
  /** What a node that cannot read the lines needs to read it from the store instead: words without spaces. */
  about?: readonly string[];
  /** A line for each room: the room, the event and its item as JSON, separated by spaces. */
  lines: readonly string[];
}

/**
 * Writes an announcement. Its first two lines, the instant and `format <number> <about> request:<id>`, are the same in every format, so that nodes of any
 * release can read them. Nodes of 0.1.0 take the second for a room that nobody is in.
 */
export function composeAnnouncement({ changedAt, about = [], lines }: Announcement): string {
  const requestId = currentRequestId();
  const words = [FORMAT, ANNOUNCEMENT_FORMAT, ...about, ...(requestId ? [REQUEST + requestId] : [])];
  return [changedAt, words.join(' '), ...lines].join('\n');
}

/** The id of the request that led to an announcement; undefined for what came round by itself. */
export const requestIdOfAnnouncement = (message: string): string | undefined =>
  message.split('\n', 2)[1]?.split(` ${REQUEST}`)[1];

/** Whether an announcement is of a newer format than this release writes, and what it is then about; null where it can be read. */
export function readNewerFormat(message: string): readonly string[] | null {
  const start = message.indexOf('\n') + 1;
  if (start === 0 || !message.startsWith(`${FORMAT} `, start)) return null;
  const end = message.indexOf('\n', start);
  const [, format, ...about] = message.slice(start, end < 0 ? undefined : end).split(' ');
  return Number(format) > ANNOUNCEMENT_FORMAT ? about : null;
}
