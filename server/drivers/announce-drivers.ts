import { DRIVERS_CHANGED } from '#common/drivers/driver.ts';
import { logger } from '../infra/logger.ts';
import { publish } from '../infra/redis.ts';

/**
 * Lets every node know that what some drivers are offered may have changed: their sockets leave the offers at
 * once, and their pages read anew. Where Redis is away it is only logged: nodes that lost it do the same for
 * every driver when it is back, and accepting checks again whatever a page shows.
 */
export async function announceDrivers(driverIds: readonly string[]): Promise<void> {
  if (driverIds.length === 0) return;
  try {
    await publish(DRIVERS_CHANGED, driverIds.join(' '));
  } catch (error) {
    logger.warn({ error, driverIds }, 'change of drivers not published');
  }
}
