import { logger } from './infra/logger.ts';
import { watchPapersOfDriver, watchPapersOfVehicle } from './papers/watch-papers.ts';
import { watchRidesOf } from './rides/alerts/watch-rides.ts';

/**
 * Opens and resolves the alerts that follow from a driver's duty, standing and papers, right after they changed. A
 * failure is not the caller's: the jobs `watch-rides` and `watch-papers` do it later.
 */
export async function watchDriver(driverId: string): Promise<void> {
  await watchRidesOf({ driverId });
  await watchPapersOfDriver(driverId).catch((error: unknown) => {
    logger.warn({ error, driverId }, 'paper alerts not updated, will retry');
  });
}

/** The same for a vehicle: its state and its papers. */
export async function watchVehicle(vehicleId: string): Promise<void> {
  await watchRidesOf({ vehicleId });
  await watchPapersOfVehicle(vehicleId).catch((error: unknown) => {
    logger.warn({ error, vehicleId }, 'paper alerts not updated, will retry');
  });
}
