import { logger } from './infra/logger.ts';
import { updatePaperAlertsOfDriver, updatePaperAlertsOfVehicle } from './papers/watch-papers.ts';
import { updateRideAlertsOf } from './rides/alerts/update-ride-alerts.ts';

/**
 * Syncs the alerts that depend on a driver's duty, state and papers, right after a change. Failures are only
 * logged: the jobs `watch-rides` and `watch-papers` catch up later.
 */
export async function updateAlertsOfDriver(driverId: string): Promise<void> {
  await updateRideAlertsOf({ driverId });
  await updatePaperAlertsOfDriver(driverId).catch((error: unknown) => {
    logger.warn({ error, driverId }, 'paper alerts not updated, will retry');
  });
}

/**
 * Syncs the alerts that depend on a vehicle's state and papers, right after a change. Failures are only
 * logged.
 */
export async function updateAlertsOfVehicle(vehicleId: string): Promise<void> {
  await updateRideAlertsOf({ vehicleId });
  await updatePaperAlertsOfVehicle(vehicleId).catch((error: unknown) => {
    logger.warn({ error, vehicleId }, 'paper alerts not updated, will retry');
  });
}
