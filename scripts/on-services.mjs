// Runs a TypeScript program of the server on the services in the environment, or else on those of a running `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, run } from './setup.mjs';

const file = join(resolve(ROOT, process.env.DATA_DIR || '.data'), 'services.json');
const { mongo, redis } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)], {
  ...(mongo && !process.env.MONGO_URL && { MONGO_URL: mongo }),
  ...(redis && !process.env.REDIS_URL && { REDIS_URL: redis }),
});
