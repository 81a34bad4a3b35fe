import { resolve } from 'node:path';
import { ensureModules, ensureProgram, ROOT, run } from './setup.mjs';

ensureModules();
const { register, tsImport } = await import('tsx/esm/api');
const release = await lockData();
if (!process.env.REDIS_URL) ensureProgram('redis-server', 'redis-server');

if (process.argv.includes('--cluster')) ensureProgram('haproxy', 'haproxy');

if (process.argv.includes('--dev')) {
  register();
  release();
  await import('../embedded/launch/index.ts');
} else {
  // In a child process, because the build sets NODE_ENV for the rest of its process.
  run(process.execPath, ['scripts/build.mjs']);
  release();
  await import('../dist/launch.js');
}

/**
 * Locks the data folder, because a build replaces the files of a running launcher. The launcher started
 * afterwards locks it again.
 */
async function lockData() {
  const { lockInstallation } = await tsImport('../embedded/launch/lock-installation.ts', import.meta.url);
  try {
    return lockInstallation(resolve(ROOT, process.env.DATA_DIR || '.data'));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
