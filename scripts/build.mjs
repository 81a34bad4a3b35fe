import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/** The programs of an installation, by name in dist/ and entry point. */
const PROGRAMS = {
  server: 'server/index.ts',
  worker: 'workers/index.ts',
  migrate: 'server/migrate.ts',
  seed: 'server/seed.ts',
  'create-admin': 'server/create-admin.ts',
  doctor: 'server/doctor.ts',
  launch: 'embedded/launch/index.ts',
  'exit-with-parent': 'embedded/launch/exit-with-parent.ts',
  mailbox: 'embedded/mailbox/index.ts',
  redis: 'embedded/redis/index.ts',
  balancer: 'embedded/balancer/index.ts',
  'document-store': 'embedded/document-store/index.ts',
  stripe: 'embedded/stripe/index.ts',
};

const SOURCES = [
  'common',
  'server',
  'workers',
  'web',
  'embedded',
  'scripts',
  'vite.config.ts',
  'package-lock.json',
];
const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.stamp');

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

function digestOfSources() {
  const digest = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesUnder(join(ROOT, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      digest.update(file).update(readFileSync(file));
    }
  }
  return digest.digest('hex');
}

async function buildPrograms() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      Object.entries(PROGRAMS).filter(([, entry]) => existsSync(join(ROOT, entry))),
    ),
    outdir: DIST,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
}

/** Bundles the simulator's browser scripts. When run from source, the simulator bundles them itself. */
async function buildStandIn() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: ROOT,
    entryPoints: { 'stripe-stand-in': 'embedded/stripe/browser/stripe.ts' },
    outdir: DIST,
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
}

async function buildWeb() {
  // Vite keeps an existing NODE_ENV. Any other value would put React's development build into the pages.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ root: join(ROOT, 'web'), configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  // Used by the build only; everything in dist/web is served.
  for (const name of ['manifest.json', 'packages.json']) {
    renameSync(join(DIST, 'web/.vite', name), join(DIST, name));
  }
  rmSync(join(DIST, 'web/.vite'), { recursive: true });
  const { prerender } = await import('./prerender.mjs');
  await prerender();
}

/** Builds the web pages and programs into dist/, unless they were built from the same sources. */
async function buildIfStale() {
  const digest = digestOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return;
  console.log('Building…');
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST, { recursive: true });
  await buildWeb();
  await Promise.all([buildPrograms(), buildStandIn()]);
  writeFileSync(STAMP, digest);
}

await buildIfStale();
