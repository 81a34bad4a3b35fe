import type { RiderRide } from '#common/rides/ride.ts';
import { riderSentence, riderStanding } from './ride-standing.ts';

type Told = Pick<RiderRide, 'id' | 'status' | 'paymentStatus'>;

const words = (ride: Told) => riderSentence(ride) ?? riderStanding(ride).label;

/** What changed for a rider between two looks at the same rides, in the words of their cards; nothing for rides not seen before. */
export function statusNews(
  before: Readonly<Record<string, Told>>,
  now: Readonly<Record<string, Told>>,
): string[] {
  return Object.values(now).flatMap((ride) => {
    const earlier = before[ride.id];
    return earlier && words(earlier) !== words(ride) ? [words(ride)] : [];
  });
}
