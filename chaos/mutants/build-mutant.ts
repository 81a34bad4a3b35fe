import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../root.ts';
import { type Mutation, mutating } from './mutating.ts';

/**
 * Builds the product anew into `folder`, wrong in one statement of its servers and workers.
 *
 * @returns its launcher
 */
export async function buildMutant(folder: string, mutation: Mutation): Promise<string> {
  const dist = join(folder, 'dist');
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'dist'), dist, { recursive: true });
  for (const shared of ['node_modules', 'deploy', 'package.json']) {
    symlinkSync(join(ROOT, shared), join(folder, shared));
  }
  await build({
    absWorkingDir: ROOT,
    entryPoints: { server: 'server/index.ts', worker: 'workers/index.ts' },
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    plugins: [mutating(mutation)],
    logLevel: 'silent',
  });
  return join(dist, 'launch.js');
}
