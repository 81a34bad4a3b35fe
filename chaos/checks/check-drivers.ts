import type { RideRecord } from '#server/rides/ride-model.ts';
import type { Doer } from './doer.ts';

/** Rides with two drivers: accepted twice, or accepted by somebody whom the product told so and who is not its driver. */
export function checkDrivers(rides: readonly RideRecord[], doers: readonly Doer[]): string[] {
  const drivers = new Map(rides.map(({ id, driverId }) => [id, driverId]));
  const twice = rides.filter(
    ({ history }) => history.filter(({ change }) => change === 'accepted').length > 1,
  );
  const robbed = doers.flatMap(({ userId, deeds }) =>
    deeds.filter(({ did, rideId }) => did === 'accepted' && drivers.get(rideId) !== userId),
  );
  return [
    ...twice.map(({ id }) => `ride ${id} was accepted twice`),
    ...robbed.map(({ rideId }) => `ride ${rideId} is not with the driver who was told to have it`),
  ];
}
