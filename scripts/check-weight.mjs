// Checks the first-load JavaScript of each public page, gzipped: what its HTML requests, without
// what is loaded later.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { codeOf, readManifest } from './page-code.mjs';
import { ROOT } from './setup.mjs';

const SITE = join(ROOT, 'dist/web');

/** In thousands of bytes. */
const HOME_LIMIT = 115;
const PAGE_LIMIT = 109;

const limitOf = (path) => (path === '/' ? HOME_LIMIT : PAGE_LIMIT);

const gzipped = (file) => gzipSync(readFileSync(join(SITE, file))).length / 1_000;

const paths = readdirSync(SITE, { recursive: true })
  .filter((file) => /(^|[/\\])index\.html$/.test(file))
  .map((file) => `/${file.replaceAll('\\', '/').replace(/\/?index\.html$/, '')}`);

const manifest = readManifest();
const sizes = new Map();
function weightOf(path) {
  const files = codeOf(path, manifest);
  for (const file of files) if (!sizes.has(file)) sizes.set(file, gzipped(file));
  return files.reduce((sum, file) => sum + sizes.get(file), 0);
}

const weights = paths.map((path) => ({ path, weight: weightOf(path), limit: limitOf(path) }));
const tooHeavy = weights.filter(({ weight, limit }) => weight > limit);
for (const { path, weight, limit } of tooHeavy) {
  console.error(`${path} loads ${weight.toFixed(1)} kB of JavaScript first; it may load ${limit}.`);
}
if (paths.length === 0 || tooHeavy.length > 0) process.exit(1);

const heaviest = weights
  .filter(({ path }) => path !== '/')
  .reduce((known, page) => (page.weight > known.weight ? page : known));
console.log(
  `First-load JavaScript, gzip: home ${weightOf('/').toFixed(1)} kB of ${HOME_LIMIT}; of the other pages ${heaviest.path} is the heaviest with ${heaviest.weight.toFixed(1)} of ${PAGE_LIMIT}.`,
);
