import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Mutation, mutating } from './mutants/mutating.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Bundles a page for a thread of its own: the product's client code as it is, on stand-ins for the browser. Into `file`; a mutation makes
 * it a build that is wrong in one statement.
 */
export async function buildScreen(file: string, mutation?: Mutation): Promise<void> {
  await build({
    entryPoints: [fileAt('screen/main.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Packages that were not made for this ask for Node's own by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'recorded socket',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^socket\.io-client$/ }, ({ importer }) =>
            importer.endsWith('/web/app/realtime.ts') ? { path: fileAt('screen/recorded-socket.ts') } : null,
          ),
      },
      ...(mutation ? [mutating(mutation)] : []),
    ],
    logLevel: 'warning',
  });
}
