import { join } from 'node:path';
import { formCluster } from '../redis/redis-cluster.ts';
import { stablePort } from './free-port.ts';
import { builtStandIn, nodeArgs } from './programs.ts';

/** Starts a program under a name and waits until it is ready. */
type Start = (name: string, args: string[], env?: Record<string, string>) => Promise<void>;

/** URLs of the running services. */
export interface Services {
  web: string;
  mongo: string;
  /** Comma-separated addresses if it is a cluster. */
  redis: string;
  isRedisCluster: boolean;
  /** The Stripe simulator, ours or that of STRIPE_SIMULATOR_URL; null if the real Stripe is used. */
  stripe: string | null;
  smtp: string;
  /** Web page and HTTP API of the mailbox; null if mail is sent elsewhere. */
  mail: string | null;
}

/** Settings of the installation that services need. */
interface Installation {
  dataDir: string;
  web: string;
  webhookUrl: string;
  webhookSecret: string;
  hasRedisCluster: boolean;
}

/** Three masters with one replica each. */
const CLUSTER_NODES = [1, 2, 3, 4, 5, 6];

/**
 * Starts each external service that has no address in the environment.
 *
 * @throws Error if settings contradict each other, or a service does not start
 */
export async function startServices(start: Start, installation: Installation): Promise<Services> {
  const { dataDir, web, hasRedisCluster } = installation;
  const [mongoUrl, redisUrl, stripeUrl, mail] = await Promise.all([
    mongo(start, dataDir),
    hasRedisCluster ? redisCluster(start, dataDir) : redis(start, dataDir),
    stripe(start, installation),
    mailbox(start, dataDir),
  ]);
  const isRedisCluster = hasRedisCluster || process.env.REDIS_CLUSTER === 'true';
  return { web, mongo: mongoUrl, redis: redisUrl, isRedisCluster, stripe: stripeUrl, ...mail };
}

async function mongo(start: Start, dataDir: string): Promise<string> {
  if (process.env.MONGO_URL) return process.env.MONGO_URL;
  const port = await stablePort(dataDir, 'mongo');
  await start(
    'document-store',
    nodeArgs('document-store', ['--port', port, '--dir', join(dataDir, 'mongo')]),
  );
  return `mongodb://127.0.0.1:${port}/marquee`;
}

async function redis(start: Start, dataDir: string): Promise<string> {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  if (process.env.REDIS_CLUSTER === 'true') {
    throw new Error(
      'REDIS_CLUSTER=true says that REDIS_URL is a cluster, and there is no REDIS_URL: --redis-cluster starts one.',
    );
  }
  const port = await stablePort(dataDir, 'redis');
  await start('redis', nodeArgs('redis', ['--port', port, '--dir', join(dataDir, 'redis')]));
  return `redis://127.0.0.1:${port}`;
}

async function redisCluster(start: Start, dataDir: string): Promise<string> {
  if (process.env.REDIS_URL) {
    throw new Error(
      'REDIS_URL is set: REDIS_CLUSTER=true says that it is a cluster; --redis-cluster starts one.',
    );
  }
  const dirOf = (n: number) => join(dataDir, `redis-${n}`);
  const ports = await Promise.all(
    CLUSTER_NODES.map(async (n) => {
      const [port, busPort] = [
        await stablePort(dataDir, `redis-${n}`),
        await stablePort(dataDir, `redis-${n}-bus`),
      ];
      await start(
        `redis-${n}`,
        nodeArgs('redis', ['--port', port, '--bus-port', busPort, '--dir', dirOf(n)]),
      );
      return port;
    }),
  );
  await formCluster(ports).catch((cause: Error) => {
    const folders = CLUSTER_NODES.map(dirOf).join(' ');
    throw new Error(
      `${cause.message}\nTo begin anew, without the sessions and jobs that they keep, remove ${folders}`,
      { cause },
    );
  });
  return ports.map((port) => `redis://127.0.0.1:${port}`).join();
}

/** Whether a Stripe simulator is to be started: there are neither keys of Stripe nor another simulator. */
export const needsSimulator = (environment: NodeJS.ProcessEnv): boolean =>
  !environment.STRIPE_SECRET_KEY && !environment.STRIPE_SIMULATOR_URL;

async function stripe(
  start: Start,
  { dataDir, webhookUrl, webhookSecret }: Installation,
): Promise<string | null> {
  if (!needsSimulator(process.env)) return process.env.STRIPE_SIMULATOR_URL || null;
  // The port is stable, so that a checkout left open in a browser still works after a restart.
  const port = await stablePort(dataDir, 'stripe');
  const standIn = builtStandIn();
  await start('stripe', nodeArgs('stripe', ['--port', port, '--dir', join(dataDir, 'stripe')]), {
    WEBHOOK_URL: webhookUrl,
    WEBHOOK_SECRET: webhookSecret,
    ...(standIn && { STRIPE_STAND_IN_SCRIPT: standIn }),
  });
  return `http://127.0.0.1:${port}`;
}

async function mailbox(start: Start, dataDir: string): Promise<Pick<Services, 'smtp' | 'mail'>> {
  if (process.env.SMTP_URL) return { smtp: process.env.SMTP_URL, mail: null };
  const smtp = await stablePort(dataDir, 'smtp');
  const web = await stablePort(dataDir, 'mail');
  await start('mailbox', nodeArgs('mailbox', ['--smtp', smtp, '--web', web, '--dir', join(dataDir, 'mail')]));
  return { smtp: `smtp://127.0.0.1:${smtp}`, mail: `http://127.0.0.1:${web}` };
}
