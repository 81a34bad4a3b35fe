import { ensureChromium, ensureModules, ensureProgram, run } from './setup.mjs';

ensureModules();
ensureProgram('redis-server', 'redis-server');
ensureChromium();
ensureProgram('haproxy', 'haproxy');

run(process.execPath, ['scripts/build.mjs']);
run(process.execPath, ['--import', 'tsx', 'chaos/index.ts', ...process.argv.slice(2)]);
