import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/** Vite's list of what was built from which source, by path within web/. */
export const readManifest = () => JSON.parse(readFileSync(join(ROOT, 'dist/manifest.json'), 'utf8'));

/** The sources a path's code begins at, apart from the entry: a page is a file named as its path, or its copy and the layout. */
function sourcesOf(path) {
  const name = path === '/' ? 'home' : path.slice(1);
  const page = `app/pages/${name}-page.tsx`;
  if (existsSync(join(ROOT, 'web', page))) return [page];
  return [`content/pages/${name}.ts`, 'components/content/content-page.tsx'];
}

/** The chunks that a first visit to `path` loads, entry first: each begins with what it imports, and so on. */
function chunksOf(path, manifest) {
  const chunks = new Set();
  const add = (source) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${path}: ${source} is not a chunk of the build.`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports?.forEach(add);
  };
  for (const source of ['index.html', ...sourcesOf(path)]) add(source);
  return [...chunks];
}

/** The built scripts of those chunks. */
export const codeOf = (path, manifest) => chunksOf(path, manifest).map(({ file }) => file);

/** The stylesheets that come with those chunks; a script would ask for them only once it runs. */
export const stylesOf = (path, manifest) => [
  ...new Set(chunksOf(path, manifest).flatMap(({ css = [] }) => css)),
];
