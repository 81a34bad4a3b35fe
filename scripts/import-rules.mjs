// Which files may import which. The rules follow the folders, so that they apply to a new noun
// or feature at once.

/** Folders of the server that contain no noun. */
const MACHINERY = ['crypto', 'http', 'infra', 'realtime'];

/**
 * @param {import('./imports.mjs').Source[]} sources
 * @returns {{ rule: string, broken: () => string[] }[]} a rule may repeat its name, once per noun or feature
 * @throws when a folder named by a rule does not exist
 */
export function createImportRules(sources) {
  const tree = createTree(sources);
  return [...rootRules(tree), ...serverRules(tree), ...webRules(tree), ...packageRules(tree)];
}

const matches = (pattern) => (path) => pattern.test(path);
const anyOf =
  (...tests) =>
  (path) =>
    tests.some((test) => test(path));
const not = (test) => (path) => !test(path);

const describe = ({ from, to, names }) =>
  `${from} imports ${names.length > 0 ? `{ ${names.join(', ')} } from ` : ''}${to}`;

/** Where a package may be imported: values and types, or types only. */
const home = (test) => (each) => test(each.from);
const typesAt = (test) => (each) => each.isType && test(each.from);

const isComposition = matches(/^server\/[^/]+\.ts$/);
const isRoute = matches(/-routes\.ts$/);
const isModel = matches(/-model\.ts$/);

/** Returns the building blocks of rules for one tree of sources. */
function createTree(sources) {
  const imports = sources.flatMap((source) => source.imports);

  /** Returns the folders directly within `path`. */
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
   * Returns a function that tells whether a path is in one of these folders.
   *
   * @throws when one does not exist, because a rule with it would check nothing
   */
  function within(...folders) {
    for (const folder of folders) {
      if (sources.some(({ file }) => file.startsWith(`${folder}/`))) continue;
      throw new Error(`scripts/import-rules.mjs names ${folder}, which has no source file.`);
    }
    return (path) => folders.some((folder) => path.startsWith(`${folder}/`));
  }

  /** Creates a rule about imports of project files: importers in `from` may not import from `to`. */
  const files = (rule, from, to) => ({
    rule,
    broken: () => imports.filter((each) => !each.isPackage && from(each.from) && to(each.to)).map(describe),
  });

  const isProduct = within('common', 'server', 'workers', 'web');
  /** Creates a rule about packages whose name matches: product files outside `home` may not import them. */
  const packageAt = (rule, name, home) => ({
    rule,
    broken: () =>
      imports
        .filter((each) => each.isPackage && isProduct(each.from) && name.test(each.to) && !home(each))
        .map(describe),
  });

  const nouns = foldersOf('server').filter((name) => !MACHINERY.includes(name));
  return { imports, foldersOf, within, files, packageAt, nouns };
}

function rootRules(tree) {
  const { within, files, nouns } = tree;
  return [
    files('common imports common only', within('common'), not(within('common'))),
    files('the server imports common and itself', within('server'), not(within('server', 'common'))),
    files(
      'workers import common, and nouns and infra of the server',
      within('workers'),
      not(
        anyOf(
          within('workers', 'common', 'server/infra', ...nouns.map((noun) => `server/${noun}`)),
          // The environment, and modules that connect nouns.
          matches(/^server\/(env|email-templates|payables|reconcile-money|relay-outbox)\.ts$/),
        ),
      ),
    ),
    files('workers import no routes and no models', within('workers'), anyOf(isRoute, isModel)),
    files('web imports common and itself', within('web'), not(within('web', 'common'))),
    files('embedded imports embedded only', within('embedded'), not(within('embedded'))),
    files('bench and chaos know nothing of each other', within('bench'), within('chaos')),
    files('bench and chaos know nothing of each other', within('chaos'), within('bench')),
    files(
      'only tests, bench, chaos and web/dev import testing/',
      not(within('bench', 'chaos', 'web/dev')),
      matches(/\/testing\//),
    ),
  ];
}

function serverRules(tree) {
  const { within, files, nouns } = tree;
  return [
    files(
      'http, infra and realtime know no noun',
      within(...MACHINERY.map((name) => `server/${name}`)),
      within(...nouns.map((noun) => `server/${noun}`)),
    ),
    files(
      'infra is below http and realtime',
      within('server/infra'),
      within('server/http', 'server/realtime'),
    ),
    files('http is below realtime', within('server/http'), within('server/realtime')),
    files(
      'payments, promos, gift-cards and mail know no rides',
      within('server/payments', 'server/promos', 'server/gift-cards', 'server/mail'),
      within('server/rides', 'common/rides'),
    ),
    // The bench and the chaos suite read the database directly.
    ...nouns.map((noun) =>
      files(
        'a model is for its own noun',
        not(within(`server/${noun}`, 'bench', 'chaos')),
        (to) => to.startsWith(`server/${noun}/`) && isModel(to),
      ),
    ),
    files('documents stop at presenters: routes import no model', isRoute, isModel),
  ];
}

function webRules(tree) {
  const { within, files, foldersOf } = tree;
  return [
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
    files('web/dev is in no build: nothing imports it', not(within('web/dev')), within('web/dev')),
    files('lib and content know no component', within('web/lib', 'web/content'), within('web/components')),
    ...foldersOf('web/features').map((feature) =>
      files(
        'features never import each other; they meet in pages',
        within(`web/features/${feature}`),
        (to) => to.startsWith('web/features/') && !to.startsWith(`web/features/${feature}/`),
      ),
    ),
  ];
}

function packageRules(tree) {
  const { imports, within, packageAt } = tree;
  return [
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
    packageAt(
      'WebAuthn, codes and their QR codes live with users',
      /^(@simplewebauthn\/|otpauth$|uqr$)/,
      home(within('server/users', 'web/features/users')),
    ),
    packageAt('Stripe.js lives with payments', /^@stripe\//, home(within('web/features/payments'))),
    packageAt('Leaflet lives in features', /^(react-)?leaflet(\/|$)/, home(within('web/features'))),
    {
      rule: 'motion presets are defined in lib/motion.ts',
      broken: () =>
        imports
          .filter(
            ({ from, to, names }) =>
              /^framer-motion/.test(to) &&
              names.some((name) => /^(Transition|Variants?)$/.test(name)) &&
              from !== 'web/lib/motion.ts',
          )
          .map(describe),
    },
  ];
}
