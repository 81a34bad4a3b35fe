import { ensureModules, ensureProgram, run } from './setup.mjs';

ensureModules();
if (!process.env.REDIS_URL) ensureProgram('redis-server', 'redis-server');

if (process.argv.includes('--cluster')) ensureProgram('haproxy', 'haproxy');

if (process.argv.includes('--dev')) {
  const { register } = await import('tsx/esm/api');
  register();
  await import('../embedded/launch/index.ts');
} else {
  // In a process of its own: building sets NODE_ENV for whatever comes after it.
  run(process.execPath, ['scripts/build.mjs']);
  await import('../dist/launch.js');
}
