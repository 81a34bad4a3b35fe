// Measures the built servers against their baselines and writes docs/performance.md.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM_BUILD } from './program-build.mjs';
import { ensureModules, ensureProgram, ROOT, run } from './setup.mjs';

ensureModules();
ensureProgram('redis-server', 'redis-server');
const measures = process.argv.slice(2).filter((each) => !each.startsWith('-'));
if (measures.length === 0 || measures.some((name) => /^(release|jitter|avalanche|return)/.test(name))) {
  ensureProgram('haproxy', 'haproxy');
}
run(process.execPath, ['scripts/build.mjs']);

const { build } = await import('esbuild');
await build({
  ...PROGRAM_BUILD,
  entryPoints: [
    'bench/index.ts',
    'bench/harness/probe.ts',
    ...readdirSync(join(ROOT, 'bench/programs')).map((file) => `bench/programs/${file}`),
  ],
  outdir: 'dist/bench',
  outbase: 'bench',
  logLevel: 'warning',
});

/** Our server, emitting through Socket.IO's public API. */
const stockEmit = {
  name: 'stock-emit',
  setup({ onResolve }) {
    onResolve({ filter: /\/emit-to-room\.ts$/ }, () => ({ path: join(ROOT, 'bench/stock-emit-to-room.ts') }));
  },
};
await build({
  ...PROGRAM_BUILD,
  entryPoints: { 'server-stock': 'server/index.ts' },
  outdir: 'dist',
  plugins: [stockEmit],
  logLevel: 'warning',
});

run(process.execPath, ['dist/bench/index.js', ...process.argv.slice(2)]);
