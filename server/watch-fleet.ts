import { logger } from './infra/logger.ts';
import { watchPapersOfDriver, watchPapersOfVehicle } from './papers/watch-papers.ts';
import { watchRidesOf } from './rides/alerts/watch-rides.ts';

/**
 * Syncs the alerts that depend on a driver's duty, state and papers, right after a change. Failures are only
 * logged: the jobs `watch-rides` and `watch-papers` catch up later.
 */
export async function watchDriver(driverId: string): Promise<void> {
  await watchRidesOf({ driverId });
  await watchPapersOfDriver(driverId).catch((error: unknown) => {
    logger.warn({ error, driverId }, 'paper alerts not updated, will retry');
  });
}

/**
 * Syncs the alerts that depend on a vehicle's state and papers, right after a change. Failures are only
 * logged.
 */
export async function watchVehicle(vehicleId: string): Promise<void> {
  await watchRidesOf({ vehicleId });
  await watchPapersOfVehicle(vehicleId).catch((error: unknown) => {
    logger.warn({ error, vehicleId }, 'paper alerts not updated, will retry');
  });
}
