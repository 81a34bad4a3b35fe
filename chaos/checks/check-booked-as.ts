import type { RideRecord } from '#server/rides/ride-model.ts';
import { bookedAs } from '../screen/booked-as.ts';
import type { AckedWrite } from '../screen/messages.ts';

/**
 * Checks that each ride matches its last acknowledged booking, edit or extension, or a later change that was
 * requested free of charge or paid at the provider without an acknowledgement. A change that nobody paid for
 * must not be made.
 *
 * @returns the rides that differ; none if correct
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
