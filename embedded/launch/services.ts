import { join } from 'node:path';
import { keptPort } from './kept-port.ts';
import { builtStandIn, nodeArgs } from './programs.ts';

/** Starts a program under a name and waits until it is ready. */
export type Start = (name: string, args: string[], env?: Record<string, string>) => Promise<void>;

/** Where everything is. `mail` is the mailbox's page and HTTP API, null when mail goes elsewhere. */
export interface Services {
  web: string;
  mongo: string;
  redis: string;
  /** Null where Stripe itself is meant. */
  stripe: string | null;
  smtp: string;
  mail: string | null;
}

/** What the services must know of this installation. */
interface Installation {
  dataDir: string;
  web: string;
  webhookUrl: string;
  webhookSecret: string;
}

async function mongo(start: Start, dataDir: string): Promise<string> {
  if (process.env.MONGO_URL) return process.env.MONGO_URL;
  const port = await keptPort(dataDir, 'mongo');
  await start(
    'document-store',
    nodeArgs('document-store', ['--port', port, '--dir', join(dataDir, 'mongo')]),
  );
  return `mongodb://127.0.0.1:${port}/marquee`;
}

async function redis(start: Start, dataDir: string): Promise<string> {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  const port = await keptPort(dataDir, 'redis');
  await start('redis', nodeArgs('redis', ['--port', port, '--dir', join(dataDir, 'redis')]));
  return `redis://127.0.0.1:${port}`;
}

async function stripe(
  start: Start,
  { dataDir, webhookUrl, webhookSecret }: Installation,
): Promise<string | null> {
  if (process.env.STRIPE_SECRET_KEY) return process.env.STRIPE_SIMULATOR_URL ?? null;
  // A checkout left open in a browser goes on where it was after a restart.
  const port = await keptPort(dataDir, 'stripe');
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
  const smtp = await keptPort(dataDir, 'smtp');
  const web = await keptPort(dataDir, 'mail');
  await start('mailbox', nodeArgs('mailbox', ['--smtp', smtp, '--web', web, '--dir', join(dataDir, 'mail')]));
  return { smtp: `smtp://127.0.0.1:${smtp}`, mail: `http://127.0.0.1:${web}` };
}

/** Brings up each outside service that has no address in the environment. */
export async function startServices(start: Start, installation: Installation): Promise<Services> {
  const { dataDir, web } = installation;
  const [mongoUrl, redisUrl, stripeUrl, mail] = await Promise.all([
    mongo(start, dataDir),
    redis(start, dataDir),
    stripe(start, installation),
    mailbox(start, dataDir),
  ]);
  return { web, mongo: mongoUrl, redis: redisUrl, stripe: stripeUrl, ...mail };
}
