import { HOUR_MS } from '#common/durations.ts';
import { gridRoute } from '#common/places/grid-route.ts';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { pathMeters } from '#common/places/point.ts';
import { completedByOf } from '#common/rides/completed-by.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** Seconds per kilometre, for a quick and a slow drive. */
interface Pace {
  quick: number;
  slow: number;
}

/** Used until there are enough rides: 45 and 25 km/h. */
export const ASSUMED_PACE: Pace = { quick: 80, slow: 144 };

const LATEST_RIDES = 300;
const ENOUGH_RIDES = 20;
const READ_EVERY_MS = HOUR_MS;

/**
 * Limits of a plausible pace, in seconds per kilometre (110 and 5 km/h). Beyond them the driver pressed the
 * buttons at the wrong time.
 */
const [QUICKEST, SLOWEST] = [33, 720];

type Driven = Pick<RideDoc, 'pickupLocation' | 'dropoffLocation' | 'completedAt' | 'history'>;

/**
 * Seconds per kilometre of one ride. Null when its places are unknown or its times implausible, or when staff
 * completed it.
 */
function paceOf({ pickupLocation, dropoffLocation, completedAt, history }: Driven): number | null {
  if (completedByOf({ history }) === 'staff') return null;
  const [from, to] = [positionOfLocation(pickupLocation), positionOfLocation(dropoffLocation)];
  const begun = history.find(({ change }) => change === 'in_progress')?.at;
  if (!from || !to || !begun || !completedAt) return null;
  const kilometers = pathMeters(gridRoute(from, to)) / 1_000;
  const pace = (completedAt.getTime() - begun.getTime()) / 1_000 / kilometers;
  return pace >= QUICKEST && pace <= SLOWEST ? pace : null;
}

/** Calculates the pace of the quickest and the slowest quarter of the latest point-to-point rides. */
export async function readOwnPace(): Promise<Pace> {
  const rides = await RideModel.find(
    { status: 'completed', bookingType: 'point-to-point' },
    { pickupLocation: 1, dropoffLocation: 1, completedAt: 1, history: 1 },
  )
    .sort({ completedAt: -1 })
    .limit(LATEST_RIDES)
    .lean<Driven[]>();
  const paces = rides.flatMap((ride) => paceOf(ride) ?? []).toSorted((one, other) => one - other);
  if (paces.length < ENOUGH_RIDES) return ASSUMED_PACE;
  const at = (share: number) => paces[Math.floor(share * (paces.length - 1))] ?? 0;
  return { quick: at(0.25), slow: at(0.75) };
}

let known: { pace: Pace; readAt: number } | null = null;
let reading: Promise<void> | null = null;

/** Returns the cached pace. Refreshes it in the background at most once an hour. */
export function ownPace(): Pace {
  const isDue = !known || performance.now() - known.readAt > READ_EVERY_MS;
  if (isDue && !reading) {
    reading = readOwnPace()
      .then((pace) => {
        known = { pace, readAt: performance.now() };
      })
      // Keep the previous pace until the database is back.
      .catch(() => {})
      .finally(() => {
        reading = null;
      });
  }
  return known?.pace ?? ASSUMED_PACE;
}
