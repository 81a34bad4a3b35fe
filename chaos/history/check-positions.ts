import type { Span } from './check-history.ts';
import type { RideHistory, Viewer } from './entitlements.ts';

/**
 * A position that a driver's page or app sent, `at` in milliseconds since 1970. The coordinates identify it.
 */
export interface SentPosition {
  at: number;
  lat: number;
  lng: number;
}

/** A position of a ride that a page received. */
export interface SeenPosition extends SentPosition {
  rideId: string;
  /** The ride whose trip link opened the receiving socket; null for the page's own socket. */
  tripOf: string | null;
}

/** A page, its user, the positions they sent, and the positions the page received. */
export interface PositionRecord {
  name: string;
  viewer: Viewer;
  sent: readonly SentPosition[];
  seen: readonly SeenPosition[];
}

/** A position that the page should not have received. */
interface PositionViolation {
  at: number;
  text: string;
}

/** How late after the end of a ride a position may arrive, in milliseconds: it was in flight. */
const ON_ITS_WAY_MS = 2_000;

/** How long a server that missed a change uses its cached rides of a driver, in milliseconds. */
const READ_ANEW_MS = 10_000;

interface CheckedPositions {
  records: readonly PositionRecord[];
  rides: readonly RideHistory[];
  /** Each from the fault until recovery. */
  faults: readonly Span[];
}

/**
 * Checks every position that a page received. The contract: it was sent by the ride's own driver; only the
 * rider, the viewers of the trip link and the console receive it; and only while the driver is under way.
 * Around a fault a server may notice the end of a ride up to ten seconds late.
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

/** Returns when the driver of a ride is under way. */
function spanOf({ changes }: RideHistory): { begin: number; end: number } {
  const first = (...names: string[]) => changes.find(({ change }) => names.includes(change))?.at;
  return {
    begin: first('en_route', 'arrived', 'in_progress') ?? Number.POSITIVE_INFINITY,
    end: first('completed', 'cancelled') ?? Number.POSITIVE_INFINITY,
  };
}
