// Runs a TypeScript program of the server with the services in the environment, or else with those of a
// running `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, run } from './setup.mjs';

const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
const file = join(dataDir, 'services.json');
const { mongo, redis, isRedisCluster, web, stripe, smtp } = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : {};

/** Returns a variable with a secret that `npm start` generated; nothing if it is set or there is none. */
function secret(variable, name, prefix = '') {
  const path = join(dataDir, name);
  if (process.env[variable] || !existsSync(path)) return {};
  return { [variable]: `${prefix}${readFileSync(path, 'utf8')}` };
}

run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
  ...(mongo && !process.env.MONGO_URL && { MONGO_URL: mongo }),
  BACKUP_DIR: process.env.BACKUP_DIR || (mongo ? join(dataDir, 'backups') : ''),
  ...(web && !process.env.PUBLIC_URL && { PUBLIC_URL: web }),
  ...secret('SESSION_SECRET', 'session-secret'),
  ...secret('GIFT_CARD_SECRET', 'gift-card-secret'),
  // With keys of Stripe, the secret is that of the webhook endpoint there.
  ...(stripe &&
    !process.env.STRIPE_SECRET_KEY &&
    secret('STRIPE_WEBHOOK_SECRET', 'webhook-secret', 'whsec_')),
  ...(stripe &&
    !process.env.STRIPE_SECRET_KEY &&
    !process.env.STRIPE_SIMULATOR_URL && { STRIPE_SIMULATOR_URL: stripe }),
  ...(redis && !process.env.REDIS_URL && { REDIS_URL: redis, REDIS_CLUSTER: `${Boolean(isRedisCluster)}` }),
  ...(smtp && !process.env.SMTP_URL && { SMTP_URL: smtp }),
});
