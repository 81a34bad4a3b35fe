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
import { PROGRAM_BUILD } from './program-build.mjs';
import { ROOT, waitForTurn } from './setup.mjs';

/** The programs of an installation, by name in dist/ and entry point. */
const PROGRAMS = {
  server: 'server/index.ts',
  worker: 'workers/index.ts',
  migrate: 'server/migrate.ts',
  seed: 'server/seed.ts',
  'create-admin': 'server/create-admin.ts',
  doctor: 'server/doctor.ts',
  'check-ledger': 'server/check-ledger.ts',
  'resend-gift-card': 'server/resend-gift-card.ts',
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
/** Where a build is made, and where the former one goes. dist/ is replaced when the new one is complete. */
const FRESH = join(ROOT, 'dist.new');
const FORMER = join(ROOT, 'dist.old');
const STAMP = '.stamp';
const BUILD_LOCK = join(ROOT, '.data/build.lock');

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
    ...PROGRAM_BUILD,
    entryPoints: Object.fromEntries(
      Object.entries(PROGRAMS).filter(([, entry]) => existsSync(join(ROOT, entry))),
    ),
    outdir: FRESH,
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
    outdir: FRESH,
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
  await build({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(FRESH, 'web') },
  });
  // Used by the build only; everything in its folder `web` is served.
  for (const name of ['manifest.json', 'packages.json']) {
    renameSync(join(FRESH, 'web/.vite', name), join(FRESH, name));
  }
  rmSync(join(FRESH, 'web/.vite'), { recursive: true });
  const { prerender } = await import('./prerender.mjs');
  await prerender(FRESH);
}

const isBuiltFrom = (digest) =>
  existsSync(join(DIST, STAMP)) && readFileSync(join(DIST, STAMP), 'utf8') === digest;

/** Builds the web pages and programs and puts them into dist/, in place of the former ones. */
async function buildAll(digest) {
  console.log('Building…');
  rmSync(FRESH, { recursive: true, force: true });
  mkdirSync(FRESH, { recursive: true });
  await buildWeb();
  await Promise.all([buildPrograms(), buildStandIn()]);
  writeFileSync(join(FRESH, STAMP), digest);
  rmSync(FORMER, { recursive: true, force: true });
  if (existsSync(DIST)) renameSync(DIST, FORMER);
  renameSync(FRESH, DIST);
  rmSync(FORMER, { recursive: true, force: true });
}

/**
 * Builds unless dist/ was built from the same sources. Of several processes that start at once, one builds at
 * a time.
 */
async function buildIfStale() {
  if (isBuiltFrom(digestOfSources())) return;
  const release = waitForTurn(BUILD_LOCK, 'builds');
  try {
    const digest = digestOfSources();
    if (!isBuiltFrom(digest)) await buildAll(digest);
  } finally {
    release();
  }
}

await buildIfStale();
