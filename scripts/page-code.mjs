import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/** Reads Vite's manifest: the built chunks by source path within web/. */
export const readManifest = (dist = join(ROOT, 'dist')) =>
  JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));

/**
 * Returns the sources that a page's code starts from, besides the entry: the file named after its path, or
 * its copy and the layout.
 */
function sourcesOf(path) {
  const name = path === '/' ? 'home' : path.slice(1);
  const page = `app/pages/${name}-page.tsx`;
  if (existsSync(join(ROOT, 'web', page))) return [page];
  return [`content/pages/${name}.ts`, 'components/content/content-page.tsx'];
}

/**
 * Returns the chunks that a first visit to `path` loads, entry first, including transitive static imports.
 */
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

/** Returns the script files of these chunks. */
export const codeOf = (path, manifest) => chunksOf(path, manifest).map(({ file }) => file);

/**
 * Returns the stylesheets of these chunks. Without links in the HTML, scripts would request them
 * only once they run.
 */
export const stylesOf = (path, manifest) => [
  ...new Set(chunksOf(path, manifest).flatMap(({ css = [] }) => css)),
];
