// Measures the built servers against floors of their own kind, and writes docs/performance.md.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureModules, ensureProgram, ROOT, run } from './setup.mjs';

ensureModules();
ensureProgram('redis-server', 'redis-server');
run(process.execPath, ['scripts/build.mjs']);

const programsIn = (folder) => readdirSync(join(ROOT, folder)).map((file) => join(folder, file));
const { build } = await import('esbuild');
await build({
  absWorkingDir: ROOT,
  entryPoints: [
    'bench/index.ts',
    'bench/stand/probe.ts',
    ...programsIn('bench/floors'),
    ...programsIn('bench/product'),
  ],
  outdir: 'dist/bench',
  outbase: 'bench',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});

run(process.execPath, ['dist/bench/index.js', ...process.argv.slice(2)]);
