import type { RideRecord } from '#server/rides/ride-model.ts';
import { bookedAs } from '../screen/booked-as.ts';
import type { AckedWrite } from '../screen/messages.ts';

/**
 * Checks that each ride is what its rider was told last: what an edit or extension was acknowledged to have made of it, or what was paid for
 * at the provider since, which may have been given back instead. One that was never paid for is not made.
 *
 * @returns the rides that are something else; none if correct
 */
export function checkBookedAs(rides: readonly RideRecord[], writes: readonly AckedWrite[]): string[] {
  const possible = new Map<string, Set<string>>();
  for (const write of writes) fold(possible, write);
  return rides.flatMap((ride) => {
    const expected = possible.get(ride.id);
    const is = bookedAs(ride);
    return !expected || expected.has(is)
      ? []
      : [`ride ${ride.id} is ${is}, and its rider was told ${[...expected].join(' or ')}`];
  });
}

function fold(possible: Map<string, Set<string>>, write: AckedWrite): void {
  if (write.action === 'booked' || write.action === 'edited' || write.action === 'extended') {
    possible.set(write.rideId, new Set([write.as]));
  }
  if ((write.action === 'edit asked' || write.action === 'charge paid') && write.as !== null) {
    possible.get(write.rideId)?.add(write.as);
  }
}
