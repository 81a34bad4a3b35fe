/**
 * Who may import whom: `node scripts/check-boundaries.mjs [--root <folder>] [--strict]`. Types and `import()`
 * count, tests do not. Rules follow the folders, so that a new noun or feature is under them at once.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findCircles, graphOf, readSources } from './imports.mjs';
import { ROOT } from './setup.mjs';

/** Rules that are shown but do not fail yet; `--strict` enforces them for one run. */
const NOT_YET_ENFORCED = [
  'folders form no circle',
  'payments, promos, gift-cards and mail know no rides',
  'a model is for its own noun',
  'documents stop at presenters: routes import no model',
  'sessions and headers are known to http',
  'no base name twice in one root',
];

const { values: options } = parseArgs({
  options: { root: { type: 'string', default: ROOT }, strict: { type: 'boolean', default: false } },
});

const sources = readSources(resolve(options.root));
const byFile = new Map(sources.map((source) => [source.file, source]));
const imports = sources.flatMap((source) => source.imports);
const fileImports = imports.filter(({ isPackage }) => !isPackage);
const packageImports = imports.filter(({ isPackage, to }) => isPackage && !to.startsWith('node:'));

/** Folders directly within `path`. */
const foldersOf = (path) => [
  ...new Set(
    sources
      .map(({ file }) => file)
      .filter((file) => file.startsWith(`${path}/`))
      .map((file) => file.slice(path.length + 1).split('/'))
      .filter((segments) => segments.length > 1)
      .map(([folder]) => folder),
  ),
];

/**
 * Whether a path lies in one of these folders.
 * @throws where one does not exist: a rule that names it would check nothing
 */
function within(...folders) {
  for (const folder of folders) {
    if (sources.some(({ file }) => file.startsWith(`${folder}/`))) continue;
    throw new Error(`scripts/check-boundaries.mjs names ${folder}, which has no source file.`);
  }
  return (path) => folders.some((folder) => path.startsWith(`${folder}/`));
}
const matches = (pattern) => (path) => pattern.test(path);
const anyOf =
  (...tests) =>
  (path) =>
    tests.some((test) => test(path));
const not = (test) => (path) => !test(path);

const describe = ({ from, to, names }) =>
  `${from} imports ${names.length > 0 ? `{ ${names.join(', ')} } from ` : ''}${to}`;

/** A rule about imports of the project's files: importers in `from` may not reach `to`. */
const files = (rule, from, to) => ({
  rule,
  broken: () => fileImports.filter((each) => from(each.from) && to(each.to)).map(describe),
});

/** A rule about a package, by the pattern of its name: product files outside `home` may not import it. */
const packageAt = (rule, name, home) => ({
  rule,
  broken: () =>
    packageImports.filter((each) => isProduct(each.from) && name.test(each.to) && !home(each)).map(describe),
});
/** Homes of packages: for values and types, or for types only. */
const home = (test) => (each) => test(each.from);
const typesAt = (test) => (each) => each.isType && test(each.from);

const isProduct = within('common', 'server', 'workers', 'web');
const MACHINERY = ['http', 'infra', 'realtime'];
const serverNouns = foldersOf('server').filter((name) => !MACHINERY.includes(name));
const features = foldersOf('web/features');
const isComposition = matches(/^server\/[^/]+\.ts$/);
const isRoute = matches(/-routes\.ts$/);
const isModel = matches(/-model\.ts$/);

const ROOT_RULES = [
  files('common imports common only', within('common'), not(within('common'))),
  files('the server imports common and itself', within('server'), not(within('server', 'common'))),
  files(
    'workers import common, and nouns and infra of the server',
    within('workers'),
    not(
      anyOf(
        within('workers', 'common', 'server/infra', ...serverNouns.map((noun) => `server/${noun}`)),
        matches(/^server\/env\.ts$/),
      ),
    ),
  ),
  files('workers import no routes and no models', within('workers'), anyOf(isRoute, isModel)),
  files('web imports common and itself', within('web'), not(within('web', 'common'))),
  files('embedded imports embedded only', within('embedded'), not(within('embedded'))),
  files('bench and chaos know nothing of each other', within('bench'), within('chaos')),
  files('bench and chaos know nothing of each other', within('chaos'), within('bench')),
  files('only tests, bench and chaos import testing/', not(within('bench', 'chaos')), matches(/\/testing\//)),
];

const SERVER_RULES = [
  files(
    'http, infra and realtime know no noun',
    within(...MACHINERY.map((name) => `server/${name}`)),
    within(...serverNouns.map((noun) => `server/${noun}`)),
  ),
  files('infra is below http and realtime', within('server/infra'), within('server/http', 'server/realtime')),
  files('http is below realtime', within('server/http'), within('server/realtime')),
  files(
    'payments, promos, gift-cards and mail know no rides',
    within('server/payments', 'server/promos', 'server/gift-cards', 'server/mail'),
    within('server/rides', 'common/rides'),
  ),
  // The bench and the chaos suite read the database past the product.
  ...serverNouns.map((noun) =>
    files(
      'a model is for its own noun',
      not(within(`server/${noun}`, 'bench', 'chaos')),
      (to) => to.startsWith(`server/${noun}/`) && isModel(to),
    ),
  ),
  files('documents stop at presenters: routes import no model', isRoute, isModel),
];

const WEB_RULES = [
  files(
    'app is above features, components, lib and content',
    within('web/features', 'web/components', 'web/lib', 'web/content'),
    within('web/app'),
  ),
  files(
    'components, lib and content know no feature',
    within('web/components', 'web/lib', 'web/content'),
    within('web/features'),
  ),
  files('lib and content know no component', within('web/lib', 'web/content'), within('web/components')),
  ...features.map((feature) =>
    files(
      'features never import each other; they meet in pages',
      within(`web/features/${feature}`),
      (to) => to.startsWith('web/features/') && !to.startsWith(`web/features/${feature}/`),
    ),
  ),
];

const PACKAGE_RULES = [
  {
    rule: 'common imports zod/mini and one time-zone library',
    broken: () =>
      imports
        .filter(
          ({ from, to, isPackage }) =>
            isPackage && within('common')(from) && !/^(zod\/mini|@date-fns\/tz\/tzOffset)$/.test(to),
        )
        .map(describe),
  },
  packageAt(
    'Express stops at routes',
    /^express$/,
    home(anyOf(within('server/http'), isRoute, isComposition)),
  ),
  packageAt(
    'sessions and headers are known to http',
    /^(express-session|connect-redis|helmet|rate-limiter-flexible|@bull-board\/.*)$/,
    home(within('server/http')),
  ),
  packageAt(
    'Mongoose is known to nouns and infra',
    /^(mongoose|mongodb|bson)$/,
    home(
      (from) => within('server')(from) && !isRoute(from) && !within('server/http', 'server/realtime')(from),
    ),
  ),
  packageAt(
    'Stripe is known to infra; its types to payments',
    /^stripe$/,
    (each) => home(within('server/infra'))(each) || typesAt(within('server/payments'))(each),
  ),
  packageAt(
    'Redis, mail, log and metrics are known to infra',
    /^(ioredis|nodemailer|pino|prom-client)$/,
    home(within('server/infra')),
  ),
  packageAt(
    'BullMQ is known to infra/queues and workers/work',
    /^bullmq$/,
    home(matches(/^(server\/infra\/queues|workers\/work)\.ts$/)),
  ),
  packageAt('Socket.IO is known to realtime', /^(socket\.io|engine\.io)$/, home(within('server/realtime'))),
  packageAt('the browser has one connection, of app', /^socket\.io-client$/, home(within('web/app'))),
  packageAt('Stripe.js lives with payments', /^@stripe\//, home(within('web/features/payments'))),
  packageAt('Leaflet lives in features', /^(react-)?leaflet(\/|$)/, home(within('web/features'))),
  {
    rule: 'Leaflet is loaded late, by import()',
    broken: () =>
      [...loadedAtOnce(sources.map(({ file }) => file).filter(matches(/^web\/(app\/|main\.tsx$)/)))]
        .filter(([file]) =>
          packageImports.some(({ from, to, isType }) => from === file && !isType && /leaflet/.test(to)),
        )
        .map(([file, by]) => `${file} comes with ${by}`),
  },
  {
    rule: 'motion presets are defined in lib/motion.ts',
    broken: () =>
      packageImports
        .filter(
          ({ from, to, names }) =>
            /^framer-motion/.test(to) &&
            names.some((name) => /^(Transition|Variants?)$/.test(name)) &&
            from !== 'web/lib/motion.ts',
        )
        .map(describe),
  },
];

const SHAPE_RULES = [
  {
    rule: 'no barrel files',
    broken: () =>
      imports.filter(({ isReexport }) => isReexport).map(({ from, to }) => `${from} exports ${to} again`),
  },
  {
    rule: 'files form no circle',
    broken: () =>
      findCircles(graphOf(fileImports.map(({ from, to }) => [from, to]))).map((circle) => circle.join(', ')),
  },
  {
    rule: 'folders form no circle',
    broken: () => {
      const pairs = fileImports
        .filter(({ to }) => byFile.has(to))
        .map(({ from, to }) => [byFile.get(from).folder, byFile.get(to).folder])
        .filter(([from, to]) => from !== to);
      return findCircles(graphOf(pairs)).map(
        (circle) => `${circle.join(', ')} (npm run structure shows why)`,
      );
    },
  },
  { rule: 'no base name twice in one root', broken: repeatedNames },
];

/** Files that load together with these, by static imports of values, each with the entry that brings it. */
function loadedAtOnce(entries) {
  const found = new Map();
  for (const entry of entries) {
    const ahead = [entry];
    for (let file = ahead.pop(); file; file = ahead.pop()) {
      if (found.has(file)) continue;
      found.set(file, entry);
      const next = byFile.get(file)?.imports.filter(({ isType, isDynamic }) => !isType && !isDynamic) ?? [];
      ahead.push(...next.filter(({ isPackage }) => !isPackage).map(({ to }) => to));
    }
  }
  return found;
}

/** `index.ts` is the name of a program, which nobody imports. */
function repeatedNames() {
  const named = new Map();
  for (const { file, root } of sources) {
    const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
    if (name === 'index' && !fileImports.some(({ to }) => to === file)) continue;
    const key = `${root} ${name}`;
    named.set(key, [...(named.get(key) ?? []), file]);
  }
  return [...named.values()].filter((all) => all.length > 1).map((all) => all.join(' and '));
}

/** Findings by rule; rules of one name, one for each noun or feature, are one. */
function judge() {
  const findings = new Map();
  for (const { rule, broken } of [
    ...ROOT_RULES,
    ...SERVER_RULES,
    ...WEB_RULES,
    ...PACKAGE_RULES,
    ...SHAPE_RULES,
  ]) {
    findings.set(rule, [...(findings.get(rule) ?? []), ...broken()]);
  }
  return findings;
}

const findings = judge();
for (const rule of NOT_YET_ENFORCED) {
  if (!findings.has(rule)) throw new Error(`NOT_YET_ENFORCED names "${rule}", which is no rule.`);
}

let failures = 0;
for (const [rule, found] of findings) {
  if (found.length === 0) continue;
  if (!options.strict && NOT_YET_ENFORCED.includes(rule)) {
    console.log(`Not yet enforced, broken ${found.length} times: ${rule}.`);
    continue;
  }
  failures += found.length;
  for (const each of found) console.error(`${each}: ${rule}.`);
}
if (failures > 0) process.exit(1);
console.log(`${imports.length} imports of ${sources.length} files keep to ${findings.size} rules.`);
