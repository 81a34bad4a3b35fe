import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * The browser script at /v3/stripe.js: the file `builtPath` names, else bundled from the sources at the first request.
 */
export function createStandInScript(builtPath: string | undefined): () => Promise<string> {
  let script: Promise<string> | undefined;
  return () => {
    script ??= builtPath ? readFile(builtPath, 'utf8') : bundle();
    return script;
  };
}

async function bundle(): Promise<string> {
  // Imported late: where a built script is given, the bundler need not be installed.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../browser/stripe.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
