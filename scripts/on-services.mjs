// Runs a TypeScript program of the server with the services in the environment, or else with those of a
// running `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, run } from './setup.mjs';

const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
const file = join(dataDir, 'services.json');
const secretFile = join(dataDir, 'session-secret');
const { mongo, redis, isRedisCluster, web, stripe, smtp } = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : {};

run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
  ...(mongo && !process.env.MONGO_URL && { MONGO_URL: mongo }),
  BACKUP_DIR: process.env.BACKUP_DIR || (mongo ? join(dataDir, 'backups') : ''),
  ...(web && !process.env.PUBLIC_URL && { PUBLIC_URL: web }),
  ...(existsSync(secretFile) &&
    !process.env.SESSION_SECRET && { SESSION_SECRET: readFileSync(secretFile, 'utf8') }),
  ...(stripe &&
    !process.env.STRIPE_SECRET_KEY &&
    !process.env.STRIPE_SIMULATOR_URL && { STRIPE_SIMULATOR_URL: stripe }),
  ...(redis && !process.env.REDIS_URL && { REDIS_URL: redis, REDIS_CLUSTER: `${Boolean(isRedisCluster)}` }),
  ...(smtp && !process.env.SMTP_URL && { SMTP_URL: smtp }),
});
