import type { RideChange } from '#common/rides/ride-states.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import type { AckedWrite } from '../screen/messages.ts';

/** A user, and the writes that the product acknowledged to their page. */
export interface Client {
  userId: string;
  ackedWrites: readonly AckedWrite[];
}

const CHANGE_OF: Record<AckedWrite['action'], RideChange> = {
  booked: 'requested',
  paid: 'paid',
  accepted: 'accepted',
  'set off': 'en_route',
  arrived: 'arrived',
  cancelled: 'cancelled',
  started: 'in_progress',
  completed: 'completed',
};

/**
 * @returns acknowledged writes that the database lacks, and rides that no client was told of; none if
 * correct
 */
export function checkWrites(rides: readonly RideRecord[], clients: readonly Client[]): string[] {
  const writes = clients.flatMap(({ ackedWrites }) => ackedWrites);
  const changes = new Map(rides.map(({ id, history }) => [id, history.map(({ change }) => change)]));
  const booked = new Set(writes.filter(({ action }) => action === 'booked').map(({ rideId }) => rideId));
  // A booking whose payment could not be created is cancelled and made again.
  const unrequested = rides.filter(({ id, status }) => !booked.has(id) && status !== 'cancelled');
  return [
    ...writes
      .filter(({ action, rideId }) => !changes.get(rideId)?.includes(CHANGE_OF[action]))
      .map(({ action, rideId }) => `ride ${rideId} was acknowledged as ${action}, and is not`),
    ...unrequested.map(({ id }) => `ride ${id} was booked twice`),
  ];
}

/** @returns rides accepted twice, and acceptances acknowledged to a driver who does not have the ride */
export function checkDrivers(rides: readonly RideRecord[], clients: readonly Client[]): string[] {
  const drivers = new Map(rides.map(({ id, driverId }) => [id, driverId]));
  const twice = rides.filter(
    ({ history }) => history.filter(({ change }) => change === 'accepted').length > 1,
  );
  const reassigned = clients.flatMap(({ userId, ackedWrites }) =>
    ackedWrites.filter(({ action, rideId }) => action === 'accepted' && drivers.get(rideId) !== userId),
  );
  return [
    ...twice.map(({ id }) => `ride ${id} was accepted twice`),
    ...reassigned.map(({ rideId }) => `ride ${rideId} is not with the driver it was acknowledged to`),
  ];
}
