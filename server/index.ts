import { env } from './env.ts';
import { logger } from './infra/logger.ts';
import { connectMongo, disconnectMongo } from './infra/mongo.ts';
import { closeQueues } from './infra/queues.ts';
import { redis } from './infra/redis.ts';
import { startNode } from './start-node.ts';

/** Long enough for a balancer that asks every second or two to see that this node is leaving. */
const drainMs = env.DRAIN_MS ?? (env.NODE_ENV === 'production' ? 5_000 : 0);

/** By then whatever still runs is cut off. */
const PATIENCE_MS = 20_000;

await connectMongo();
const node = await startNode({ port: env.PORT });
logger.info({ port: node.port, url: env.PUBLIC_URL }, 'server ready');
process.send?.('ready');

let isStopping = false;

/** Ends in the reverse of how it began. */
async function stop(signal: string) {
  if (isStopping) return;
  isStopping = true;
  logger.info({ signal }, 'server stopping');
  setTimeout(() => {
    logger.error('server did not stop in time');
    process.exit(1);
  }, PATIENCE_MS).unref();

  await node.close(drainMs);
  await closeQueues();
  redis.disconnect();
  await disconnectMongo();
  process.exit(0);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
