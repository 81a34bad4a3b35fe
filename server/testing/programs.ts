import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inject } from 'vitest';
import { PROGRAM_BUILD } from '../../scripts/program-build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The programs that tests start as separate processes. */
const FILES = [
  'server/index.ts',
  'server/seed.ts',
  'server/doctor.ts',
  'server/check-ledger.ts',
  'workers/index.ts',
] as const;
export type ProgramFile = (typeof FILES)[number];

/** The path of each program's bundle. */
export type Bundles = Record<ProgramFile, string>;

/**
 * Bundles the programs, because starting a server from source takes twice as long. As in a build, the bundles
 * are in a folder of the root, from which the server finds its pages.
 *
 * @param name distinguishes the bundles from those of another run
 */
export async function bundlePrograms(name: string): Promise<Bundles> {
  const outdir = join(ROOT, 'test-results');
  const outputOf = (file: string) => `${name}-${file.replaceAll('/', '-').replace(/\.ts$/, '')}`;
  await build({
    ...PROGRAM_BUILD,
    entryPoints: Object.fromEntries(FILES.map((file) => [outputOf(file), file])),
    outdir,
    sourcemap: true,
    logLevel: 'warning',
  });
  const bundles = FILES.map((file) => [file, join(outdir, `${outputOf(file)}.js`)]);
  return Object.fromEntries(bundles) as Bundles;
}

/** Removes the bundles and their source maps. */
export function removeBundles(bundles: Bundles): void {
  for (const path of Object.values(bundles)) {
    rmSync(path, { force: true });
    rmSync(`${path}.map`, { force: true });
  }
}

/** Returns the arguments with which Node runs a program. */
export const argsOf = (file: ProgramFile): string[] => ['--enable-source-maps', inject('bundles')[file]];
