// First-load JavaScript of each public page, gzipped: what its HTML asks for, without what is loaded once it stands.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { codeOf, readManifest } from './page-code.mjs';
import { ROOT } from './setup.mjs';

const SITE = join(ROOT, 'dist/web');

/** In thousands of bytes. */
const HOME_LIMIT = 150;
const WORDS_LIMIT = 110;
/** Pages that draw vehicles, or whose form is checked by the API's own schemas. */
const WORKING_LIMIT = 135;
const WORKING = new Set([
  '/about',
  '/booking-terms',
  '/cities',
  '/contact',
  '/drive',
  '/fare-estimator',
  '/gift-cards',
  '/lost-found',
  '/promotions',
]);

function limitOf(path) {
  if (path === '/') return HOME_LIMIT;
  return WORKING.has(path) ? WORKING_LIMIT : WORDS_LIMIT;
}

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

const heaviest = (limit) =>
  Math.max(...weights.filter((page) => page.limit === limit).map(({ weight }) => weight)).toFixed(1);
console.log(
  `First-load JavaScript, gzip: home ${heaviest(HOME_LIMIT)} kB of ${HOME_LIMIT}, words ${heaviest(WORDS_LIMIT)} of ${WORDS_LIMIT}, drawings and forms ${heaviest(WORKING_LIMIT)} of ${WORKING_LIMIT}.`,
);
