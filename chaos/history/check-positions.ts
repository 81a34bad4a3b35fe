import type { Span } from './check-history.ts';
import type { RideHistory, Viewer } from './entitlements.ts';

/** A position that a driver's page or app sent, `at` in milliseconds since 1970. Each is of a place of its own. */
export interface SentPosition {
  at: number;
  lat: number;
  lng: number;
}

/** A position of a ride that a page received. */
export interface SeenPosition extends SentPosition {
  rideId: string;
  /** The ride whose trip link the receiving socket was opened with; null for the page's own socket. */
  tripOf: string | null;
}

/** The user of a page, what they sent and what the page saw. */
export interface PositionRecord {
  name: string;
  viewer: Viewer;
  sent: readonly SentPosition[];
  seen: readonly SeenPosition[];
}

/** A position that somebody should not have seen. */
export interface PositionViolation {
  at: number;
  text: string;
}

/** How late the last position of a ride may come after its end, in milliseconds: it was on its way. */
const ON_ITS_WAY_MS = 2_000;

/** A server that did not hear of a change reads the driver's rides anew after this, in milliseconds. */
const READ_ANEW_MS = 10_000;

interface CheckedPositions {
  records: readonly PositionRecord[];
  rides: readonly RideHistory[];
  /** Each up to the recovery from it. */
  faults: readonly Span[];
}

/**
 * Checks every position that a page received. The contract: it was sent by the ride's own driver; only its rider, the viewers of its trip link
 * and the console see it; and nobody does before the driver is under way or after the ride's end. Around a fault a server may not hear
 * of the end for ten seconds.
 *
 * @returns the violations; none if correct
 */
export function checkPositions({ records, rides, faults }: CheckedPositions): PositionViolation[] {
  const ridesById = new Map(rides.map((ride) => [ride.id, ride]));
  const senders = new Map(
    records.flatMap(({ viewer, sent }) => sent.map((each) => [keyOf(each), viewer.driverId] as const)),
  );
  const lateMs = (end: number) =>
    faults.some(({ from, to }) => end >= from - READ_ANEW_MS && end <= to + ON_ITS_WAY_MS)
      ? READ_ANEW_MS + Math.max(...faults.map(({ from, to }) => to - from))
      : ON_ITS_WAY_MS;

  return records.flatMap(({ name, viewer, seen }) =>
    seen.flatMap((position) => {
      const ride = ridesById.get(position.rideId);
      const found = (what: string) => [
        { at: position.at, text: `${name}: a position of ride ${position.rideId} ${what}` },
      ];
      if (!ride) return found('that there is not');
      if (!maySee(viewer, ride, position)) return found('that is not theirs');
      if (senders.get(keyOf(position)) !== ride.driverId) return found('that its driver did not send');
      const { begin, end } = spanOf(ride);
      if (position.at < begin) return found('came before its driver was under way');
      return position.at > end + lateMs(end) ? found(`came ${position.at - end} ms after its end`) : [];
    }),
  );
}

const keyOf = ({ lat, lng }: SentPosition): string => `${lat} ${lng}`;

function maySee(viewer: Viewer, { id, riderId }: RideHistory, { tripOf }: SeenPosition): boolean {
  if (tripOf !== null) return tripOf === id;
  return viewer.isStaff === true || viewer.riderId === riderId;
}

/** From when until when a ride's driver is under way. */
function spanOf({ changes }: RideHistory): { begin: number; end: number } {
  const first = (...names: string[]) => changes.find(({ change }) => names.includes(change))?.at;
  return {
    begin: first('en_route', 'arrived', 'in_progress') ?? Number.POSITIVE_INFINITY,
    end: first('completed', 'cancelled') ?? Number.POSITIVE_INFINITY,
  };
}
