// Who may import whom. esbuild parses and resolves; the rules follow the folders, so that they cannot go stale.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './setup.mjs';

const ROOTS = ['common', 'server', 'workers', 'web', 'embedded', 'chaos'];

const entriesOf = (path) => readdirSync(join(ROOT, path), { withFileTypes: true });
const foldersOf = (path) =>
  entriesOf(path)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);

function sourcesUnder(path) {
  return entriesOf(path).flatMap((entry) => {
    const file = `${path}/${entry.name}`;
    if (entry.isDirectory()) return sourcesUnder(file);
    return /\.tsx?$/.test(file) && !isTest(file) ? [file] : [];
  });
}

/** Every import of a value, as [importer, imported]: files by their path, packages by their name. Types do not count. */
async function readImports() {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ROOTS.flatMap(sourcesUnder),
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.css': 'empty', '.svg': 'empty', '.woff2': 'empty' },
    logLevel: 'error',
  });
  return Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map(({ path, external }) => ({ from, to: path, isPackage: Boolean(external) })),
  );
}

const within = (folder) => (path) => path.startsWith(`${folder}/`);
const anyOf =
  (...tests) =>
  (path) =>
    tests.some((test) => test(path));
const not = (test) => (path) => !test(path);
const matches = (pattern) => (path) => pattern.test(path);

const MACHINERY = ['http', 'infra', 'realtime', 'testing'];
const serverNouns = foldersOf('server').filter((name) => !MACHINERY.includes(name));

/** Imports of our own files: importers in `from` may not reach `to`. */
const FILE_RULES = [
  ['common imports common only', within('common'), not(within('common'))],
  ['the server imports common and itself', within('server'), not(anyOf(within('server'), within('common')))],
  [
    'workers import common, and the nouns and infra of the server',
    within('workers'),
    anyOf(within('web'), within('embedded'), matches(/^server\/(http|realtime)\/|-routes\.ts$/)),
  ],
  ['the browser imports common and itself', within('web'), not(anyOf(within('web'), within('common')))],
  ['nothing of the product knows the chaos suite', not(within('chaos')), within('chaos')],
  ['stand-ins know nothing of the product', within('embedded'), not(within('embedded'))],
  [
    'app is above features, components, lib and content',
    matches(/^web\/(features|components|lib|content)\//),
    within('web/app'),
  ],
  [
    'features are above components, lib and content',
    matches(/^web\/(components|lib|content)\//),
    within('web/features'),
  ],
  ...foldersOf('web/features').map((feature) => [
    `${feature} imports no other feature; features meet in pages`,
    within(`web/features/${feature}`),
    (to) => within('web/features')(to) && !within(`web/features/${feature}`)(to),
  ]),
  ...serverNouns.map((noun) => [
    `the model of ${noun} is for ${noun} alone`,
    // The chaos suite reads the database past the product.
    not(anyOf(within(`server/${noun}`), within('chaos'))),
    matches(new RegExp(`^server/${noun}/[^/]*-model\\.ts$`)),
  ]),
];

/** Packages with one home. */
const PACKAGE_RULES = [
  [
    'common imports zod/mini and one time-zone library',
    within('common'),
    (name) => !/^(zod\/mini|@date-fns\/tz\/tzOffset)$/.test(name),
  ],
  [
    'Express stops at routes',
    matches(/^(server|workers)\/.*(?<!-routes|\/app|http\/[^/]*)\.ts$/),
    (name) => name === 'express',
  ],
  [
    'Stripe is known to infra',
    not(anyOf(within('server/infra'), within('embedded'), within('chaos'))),
    (name) => name === 'stripe',
  ],
  [
    'Redis is known to infra',
    not(anyOf(within('server/infra'), within('embedded'), within('chaos'))),
    (name) => name === 'ioredis',
  ],
  [
    'BullMQ is known to infra/queues and workers/work',
    not(anyOf(within('server/infra'), within('chaos'), matches(/^workers\/work\.ts$/))),
    (name) => name === 'bullmq',
  ],
  [
    'Stripe.js lives with payments',
    not(within('web/features/payments')),
    (name) => name.startsWith('@stripe/'),
  ],
];

/** A circle among our files, as a path that ends where it began; null when there is none. */
function findCircle(imports) {
  const next = new Map();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set();
  function visit(file, trail) {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const to of next.get(file) ?? []) {
      const circle = visit(to, [...trail, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  }
  for (const file of next.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

const imports = await readImports();
const files = imports.filter(({ isPackage }) => !isPackage);
const packages = imports.filter(({ isPackage, to }) => isPackage && !to.startsWith('node:'));

const broken = [
  ...FILE_RULES.flatMap(([rule, from, to]) =>
    files.filter((each) => from(each.from) && to(each.to)).map((each) => ({ rule, ...each })),
  ),
  ...PACKAGE_RULES.flatMap(([rule, from, to]) =>
    packages.filter((each) => from(each.from) && to(each.to)).map((each) => ({ rule, ...each })),
  ),
];
for (const { rule, from, to } of broken) console.error(`${from} imports ${to}: ${rule}.`);
const circle = findCircle(files);
if (circle) console.error(`Imports go in a circle: ${circle.join(' → ')}`);
if (broken.length > 0 || circle) process.exit(1);
console.log(`${files.length} imports keep to their boundaries.`);
