import type { RideChange } from '#common/rides/ride-states.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import type { Deed } from '../screen/contract.ts';
import type { Doer } from './doer.ts';

const CHANGE_OF: Record<Deed['did'], RideChange> = {
  booked: 'requested',
  paid: 'paid',
  accepted: 'accepted',
  started: 'in_progress',
  completed: 'completed',
};

/** Writes that the product acknowledged and the database does not have, and rides that it has though nobody was told of them. */
export function checkDeeds(rides: readonly RideRecord[], doers: readonly Doer[]): string[] {
  const deeds = doers.flatMap((doer) => doer.deeds);
  const changes = new Map(rides.map(({ id, history }) => [id, history.map(({ change }) => change)]));
  const booked = new Set(deeds.filter(({ did }) => did === 'booked').map(({ rideId }) => rideId));
  // A booking whose payment could not be opened is called off and made again.
  const unasked = rides.filter(({ id, status }) => !booked.has(id) && status !== 'cancelled');
  return [
    ...deeds
      .filter(({ did, rideId }) => !changes.get(rideId)?.includes(CHANGE_OF[did]))
      .map(({ did, rideId }) => `ride ${rideId} was ${did}, and is not`),
    ...unasked.map(({ id }) => `ride ${id} was booked twice`),
  ];
}
