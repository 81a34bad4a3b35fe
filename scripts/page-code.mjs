import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/** Vite's list of what was built from which source, by path within web/. */
export const readManifest = () => JSON.parse(readFileSync(join(ROOT, 'dist/manifest.json'), 'utf8'));

/** The sources a path's code begins at, apart from the entry: a page is a file named as its path, or its words and their layout. */
function sourcesOf(path) {
  const name = path === '/' ? 'home' : path.slice(1);
  const page = `app/pages/${name}-page.tsx`;
  if (existsSync(join(ROOT, 'web', page))) return [page];
  return [`content/pages/${name}.ts`, 'components/words/word-page.tsx'];
}

/** The built scripts that a first visit to `path` loads, entry first: each begins with what it imports, and so on. */
export function codeOf(path, manifest) {
  const files = new Set();
  const add = (source) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${path}: ${source} is not a chunk of the build.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  for (const source of ['index.html', ...sourcesOf(path)]) add(source);
  return [...files];
}
