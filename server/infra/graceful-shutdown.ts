import { logger } from './logger.ts';
import { disconnectMongo } from './mongo.ts';
import { closeQueues } from './queues.ts';
import { redis } from './redis.ts';

/** After this time the process exits regardless. Aborted jobs are retried by another worker. */
const TIMEOUT_MS = 40_000;

/** Shuts the process down on SIGTERM and SIGINT: first its own work by `stop`, then its connections. */
export function shutDownOnSignal(program: string, stop: () => Promise<void>): void {
  let isStopping = false;

  async function shutDown(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    logger.info({ program, signal }, 'shutting down');
    setTimeout(() => {
      logger.error({ program }, 'shutdown timed out');
      process.exit(1);
    }, TIMEOUT_MS).unref();

    await stop();
    await closeQueues();
    redis.disconnect();
    await disconnectMongo();
    process.exit(0);
  }

  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}
