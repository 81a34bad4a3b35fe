import { type RideChange, stampSchema } from '#common/rides/ride-states.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import type { AckedWrite, PossibleWrite } from '../screen/messages.ts';
import { checkBookedAs } from './check-booked-as.ts';

/** A user, and the writes that the product acknowledged to their page. */
interface Client {
  userId: string;
  ackedWrites: readonly AckedWrite[];
}

const CHANGE_OF: Record<Exclude<AckedWrite['action'], PossibleWrite['action']>, RideChange> = {
  booked: 'requested',
  paid: 'paid',
  accepted: 'accepted',
  ...stampSchema.def.entries,
  cancelled: 'cancelled',
  edited: 'edited',
  extended: 'extended',
  started: 'in_progress',
  completed: 'completed',
};

/**
 * Checks the acknowledged writes against the database.
 *
 * @returns acknowledged writes that are missing, rides without an acknowledged booking, and rides that differ
 * from what was acknowledged; none if correct
 */
export function checkWrites(rides: readonly RideRecord[], clients: readonly Client[]): string[] {
  const writes = clients.flatMap(({ ackedWrites }) => ackedWrites);
  const changes = new Map(rides.map(({ id, history }) => [id, history.map(({ change }) => change)]));
  const booked = new Set(writes.filter(({ action }) => action === 'booked').map(({ rideId }) => rideId));
  // A booking whose payment could not be created is cancelled and made again.
  const unrequested = rides.filter(({ id, status }) => !booked.has(id) && status !== 'cancelled');
  return [
    ...writes
      .filter(isAcked)
      .filter(({ action, rideId }) => !changes.get(rideId)?.includes(CHANGE_OF[action]))
      .map(({ action, rideId }) => `ride ${rideId} was acknowledged as ${action}, and is not`),
    ...unrequested.map(({ id }) => `ride ${id} was booked twice`),
    ...checkBookedAs(rides, writes),
  ];
}

const isAcked = (write: AckedWrite): write is Exclude<AckedWrite, PossibleWrite> => write.action in CHANGE_OF;

/**
 * Checks that each ride has a single driver.
 *
 * @returns rides accepted twice, and acceptances acknowledged to a driver who does not have the ride
 */
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
