import { ensureModules, ensureProgram } from './setup.mjs';

ensureModules();
if (!process.env.REDIS_URL) ensureProgram('redis-server', 'redis-server');

if (process.argv.includes('--dev')) {
  const { register } = await import('tsx/esm/api');
  register();
  await import('../embedded/launch/index.ts');
} else {
  const { buildIfStale } = await import('./build.mjs');
  await buildIfStale();
  await import('../dist/launch.js');
}
