import { logger } from './logger.ts';
import { disconnectMongo } from './mongo.ts';
import { closeQueues } from './queues.ts';
import { redis } from './redis.ts';

/** By then whatever still runs is cut off; a job cut off goes to another worker. */
const PATIENCE_MS = 20_000;

/** Has SIGTERM and SIGINT end this process in the reverse of how it began: first its own work, by `stop`, then its connections. */
export function shutDownOnSignal(program: string, stop: () => Promise<void>): void {
  let isEnding = false;

  async function end(signal: string): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    logger.info({ signal }, `${program} stopping`);
    setTimeout(() => {
      logger.error(`${program} did not stop in time`);
      process.exit(1);
    }, PATIENCE_MS).unref();

    await stop();
    await closeQueues();
    redis.disconnect();
    await disconnectMongo();
    process.exit(0);
  }

  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
