import { ensureModules, ensureProgram, run } from './setup.mjs';

ensureModules();
ensureProgram('redis-server', 'redis-server');

run(process.execPath, ['scripts/build.mjs']);
run(process.execPath, ['--import', 'tsx', 'chaos/fuzz/index.ts', ...process.argv.slice(2)]);
