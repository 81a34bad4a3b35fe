import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Bundles, bundlePrograms, removeBundles } from './programs.ts';
import { startProgram, type TestProgram } from './start-program.ts';
import { startRedis } from './start-redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the services that the tests use. */
    services: { mongoUrl: string; redisUrl: string; stripeUrl: string };
    /**
     * Folder for files of programs that may still write after their test has ended. Removed after all tests.
     */
    folder: string;
    /** The paths of the bundled programs. */
    bundles: Bundles;
  }
}

const programs: TestProgram[] = [];
let folder: string | undefined;
let bundles: Bundles | undefined;

async function addressOf(starting: Promise<TestProgram & { url?: string }>): Promise<string> {
  const program = await starting;
  programs.push(program);
  return program.url ?? program.ready;
}

const startEmbedded = (entry: string) =>
  startProgram({
    command: process.execPath,
    args: ['--import', 'tsx', entry, '--port', '0'],
    readyLine: /^ready (\S+)/,
  });

/**
 * Runs before all integration tests: starts Redis, the document store and the Stripe simulator, except those
 * given by environment variables, and bundles the programs that tests start.
 */
export async function setup(project: TestProject): Promise<void> {
  const { MONGO_URL, REDIS_URL, STRIPE_SIMULATOR_URL } = process.env;
  const [mongoUrl, redisUrl, stripeUrl, bundled] = await Promise.all([
    MONGO_URL || addressOf(startEmbedded('embedded/document-store/index.ts')),
    REDIS_URL || addressOf(startRedis()),
    STRIPE_SIMULATOR_URL || addressOf(startEmbedded('embedded/stripe/index.ts')),
    bundlePrograms(`${project.name}-${process.pid}`),
  ]);
  bundles = bundled;
  project.provide('bundles', bundles);
  project.provide('services', { mongoUrl, redisUrl, stripeUrl });
  folder = mkdtempSync(join(tmpdir(), 'marquee-tests-'));
  project.provide('folder', folder);
}

/** Runs after all integration tests: ends what `setup` started and removes its files. */
export async function teardown(): Promise<void> {
  await Promise.all(programs.map((program) => program.end()));
  if (folder) rmSync(folder, { recursive: true, force: true });
  if (bundles) removeBundles(bundles);
}
