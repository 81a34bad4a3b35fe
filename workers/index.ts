import { logger } from '#server/infra/logger.ts';
import { connectMongo, disconnectMongo } from '#server/infra/mongo.ts';
import { closeQueues } from '#server/infra/queues.ts';
import { redis } from '#server/infra/redis.ts';
import { handlers } from './handlers.ts';
import { type Schedules, work } from './work.ts';

const schedules: Schedules = {
  'repair-announcements': 1_000,
  'sweep-rides': 30_000,
  'sweep-purchases': 60_000,
  'sweep-mails': 30_000,
};

/** By then a job still under way is left to another worker. */
const PATIENCE_MS = 20_000;

await connectMongo();
const stopWorking = await work(handlers, schedules);
logger.info('worker ready');
process.send?.('ready');

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => {
    logger.error('worker did not stop in time');
    process.exit(1);
  }, PATIENCE_MS).unref();

  await stopWorking();
  await closeQueues();
  redis.disconnect();
  await disconnectMongo();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
