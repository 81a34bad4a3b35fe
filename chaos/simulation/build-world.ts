import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { PROGRAM_BUILD } from '../../scripts/program-build.mjs';
import { type Mutation, mutationPlugin, ROOT } from '../builds.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Replacements for packages that reach outside of the process. Everything else is the product's own code. */
const STAND_INS: Record<string, string> = {
  ioredis: fileAt('world/stand-ins/redis-in-memory.ts'),
  bullmq: fileAt('world/stand-ins/queue-in-memory.ts'),
  nodemailer: fileAt('world/stand-ins/mail-in-memory.ts'),
  stripe: fileAt('world/stand-ins/stripe-in-process.ts'),
};

const standIns: Plugin = {
  name: 'stand-ins',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(ioredis|bullmq|nodemailer|stripe)$/ }, ({ path, importer }) =>
      importer === STAND_INS[path] ? null : { path: STAND_INS[path] },
    ),
};

/**
 * Bundles the product's commands, jobs and models with the simulated world into `folder`. With a mutation,
 * one of their statements is wrong.
 *
 * @returns the program of a simulation, to run in a worker thread
 */
export async function buildWorld(folder: string, mutation?: Mutation): Promise<string> {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await build({
    ...PROGRAM_BUILD,
    entryPoints: { begin: fileAt('world/begin.ts') },
    // Modules that are loaded later see the replaced clock and ids.
    splitting: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    plugins: [standIns, ...(mutation ? [mutationPlugin(mutation)] : [])],
    logLevel: 'silent',
  });
  return join(folder, 'begin.mjs');
}
