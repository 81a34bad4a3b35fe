import { gridRoute } from '#common/places/grid-route.ts';
import { positionOfLocation } from '#common/places/place-positions.ts';
import { pathMeters } from '#common/places/point.ts';
import { completedByOf } from '#common/rides/completed-by.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

/** Seconds that a kilometre takes: a quick drive, and a slow one. */
export interface Pace {
  quick: number;
  slow: number;
}

/** Where too few rides say otherwise: 45 and 25 km/h. */
export const ASSUMED_PACE: Pace = { quick: 80, slow: 144 };

const LATEST_RIDES = 300;
const ENOUGH_RIDES = 20;
const READ_EVERY_MS = 3_600_000;

/** Slower or quicker, and the buttons were not pressed when it happened: 5 and 110 km/h, as seconds a kilometre. */
const [QUICKEST, SLOWEST] = [33, 720];

type Driven = Pick<RideDoc, 'pickupLocation' | 'dropoffLocation' | 'completedAt' | 'history'>;

/** Seconds a kilometre of one ride; null where its places are not known, or its times are not to be believed, as of one that staff completed. */
function paceOf({ pickupLocation, dropoffLocation, completedAt, history }: Driven): number | null {
  if (completedByOf({ history }) === 'staff') return null;
  const [from, to] = [positionOfLocation(pickupLocation), positionOfLocation(dropoffLocation)];
  const begun = history.find(({ change }) => change === 'in_progress')?.at;
  if (!from || !to || !begun || !completedAt) return null;
  const kilometers = pathMeters(gridRoute(from, to)) / 1_000;
  const pace = (completedAt.getTime() - begun.getTime()) / 1_000 / kilometers;
  return pace >= QUICKEST && pace <= SLOWEST ? pace : null;
}

/** The pace of the quickest and of the slowest quarter of the latest rides from one place straight to another. */
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

/** The same, read at most once an hour and never waited for. */
export function ownPace(): Pace {
  const isDue = !known || performance.now() - known.readAt > READ_EVERY_MS;
  if (isDue && !reading) {
    reading = readOwnPace()
      .then((pace) => {
        known = { pace, readAt: performance.now() };
      })
      // The assumed pace holds until the database is back.
      .catch(() => {})
      .finally(() => {
        reading = null;
      });
  }
  return known?.pace ?? ASSUMED_PACE;
}
