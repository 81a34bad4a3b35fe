import type { RideRecord } from '#server/rides/ride-model.ts';
import type { RideAct } from '../acts.ts';
import type { Chronicle } from './chronicle.ts';
import { describeError } from './describe-error.ts';
import type { Installation } from './installation.ts';
import { performAct } from './perform-act.ts';
import { world } from './the-world.ts';
import type { WatchedRides } from './watch-writes.ts';

/**
 * Completes all rides that are still accepted or under way at night. Rides under way come first, because
 * their vehicles are in use.
 */
export function endRides(installation: Installation, { known }: WatchedRides, chronicle: Chronicle): void {
  const { clock, scheduler } = world();
  const open = [...known.active.values()].filter(
    ({ driverId, scheduledAt }) => driverId !== null && Date.parse(scheduledAt) < clock.now(),
  );
  const inOrder = [...open.filter(isUnderWay), ...open.filter((ride) => !isUnderWay(ride))];
  const run = async () => {
    for (const ride of inOrder) await endRide(ride, installation, chronicle);
  };
  scheduler.start({ label: 'drivers end their rides' }, run);
}

async function endRide(
  ride: RideRecord,
  { people, stripe: { disputeOver } }: Installation,
  chronicle: Chronicle,
): Promise<void> {
  const { id } = ride;
  const how = { people, booked: { rideId: id, clientSecret: null }, keep: () => {}, disputeOver };
  const acts: RideAct[] = [
    ...(isUnderWay(ride) ? [] : [{ act: 'start' } as const]),
    { act: 'complete', percent: 100 },
  ];
  try {
    for (const act of acts) await performAct(act, { ...how, idempotencyKey: `${id} end` });
  } catch (error) {
    chronicle.fail({ kind: 'rides end', text: `ride ${id} cannot be ended: ${describeError(error)}` });
  }
}

const isUnderWay = ({ status }: RideRecord): boolean => status === 'in_progress';
