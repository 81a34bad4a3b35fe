import { ensureModules, run } from './setup.mjs';

ensureModules();
run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']);
run(process.execPath, ['scripts/check-boundaries.mjs']);
run(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']);
