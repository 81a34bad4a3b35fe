import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { PROGRAM_BUILD } from '../scripts/program-build.mjs';

/** The root folder of the project. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** One statement of the product's source and its replacement, for a build with a known bug. */
export interface Mutation {
  /** Path relative to the project's root. */
  file: string;
  statement: string;
  replacement: string;
}

/**
 * Shortens the time that an edit waits for its payment to five seconds. The real half hour is
 * longer than any run.
 */
export const SHORT_HOLD: Mutation = {
  file: 'common/rides/edit-api.ts',
  statement: 'EDIT_HELD_MS = 30 * MINUTE_MS',
  replacement: 'EDIT_HELD_MS = 5_000',
};

/**
 * Bundles the product's client code with a stand-in for the browser into `file`, to run in a worker thread.
 * With a mutation, one of its statements is wrong.
 */
export async function buildScreen(file: string, mutation?: Mutation): Promise<void> {
  await build({
    ...PROGRAM_BUILD,
    packages: 'bundle',
    entryPoints: [fileAt('screen/main.ts')],
    outfile: file,
    // Bundled CommonJS packages call `require` for Node's modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'recorded socket',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^socket\.io-client$/ }, ({ importer }) =>
            /\/web\/app\/(realtime|open-trip-socket)\.ts$/.test(importer)
              ? { path: fileAt('screen/recorder.ts') }
              : null,
          ),
      },
      ...(mutation ? [mutationPlugin(mutation)] : []),
    ],
    logLevel: 'warning',
  });
}

/** Bundles `faulty-process.ts`, which simulates machine faults inside a process, into `file`. */
export const buildPreload = (file: string) =>
  build({
    ...PROGRAM_BUILD,
    packages: 'bundle',
    entryPoints: [fileAt('testbed/faulty-process.ts')],
    outfile: file,
    logLevel: 'silent',
  });

/** Returns the path of the module that every program of a build preloads. It is beside the launcher. */
export const preloadOf = (launcher: string): string => join(dirname(launcher), 'faulty-process.js');

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the servers and workers into `folder`, with unpaid edits that expire within seconds. With a
 * mutation, one of their statements is wrong.
 *
 * @returns the launcher's path
 */
export async function buildNode(folder: string, mutation?: Mutation): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  const dist = join(folder, 'dist');
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, 'dist'), dist, { recursive: true });
  for (const shared of ['node_modules', 'deploy', 'package.json']) {
    symlinkSync(join(ROOT, shared), join(folder, shared));
  }
  await build({
    ...PROGRAM_BUILD,
    entryPoints: { server: 'server/index.ts', worker: 'workers/index.ts' },
    outdir: dist,
    plugins: [mutationPlugin(SHORT_HOLD), ...(mutation ? [mutationPlugin(mutation)] : [])],
    logLevel: 'silent',
  });
  const launcher = join(dist, 'launch.js');
  await buildPreload(preloadOf(launcher));
  return launcher;
}

/**
 * Creates the esbuild plugin that applies a mutation. The build fails unless the statement occurs exactly
 * once, in a file that is part of the build.
 */
export function mutationPlugin({ file, statement, replacement }: Mutation): Plugin {
  const path = join(ROOT, file);
  return {
    name: 'mutation',
    setup({ onLoad, onEnd }) {
      let isMutated = false;
      onLoad({ filter: /\.ts$/ }, async (loaded) => {
        if (loaded.path !== path) return null;
        const source = await readFile(path, 'utf8');
        const [before, after, more] = source.split(statement);
        if (before === undefined || after === undefined || more !== undefined) {
          return { errors: [{ text: `${file} does not contain exactly once: ${statement}` }] };
        }
        isMutated = true;
        return { contents: before + replacement + after, loader: 'ts' };
      });
      onEnd(() => (isMutated ? null : { errors: [{ text: `${file} is not part of this build` }] }));
    },
  };
}
