import { ensureModules, run } from './setup.mjs';

ensureModules();

run(process.execPath, ['--import', 'tsx', 'chaos/simulation/index.ts', ...process.argv.slice(2)]);
