/**
 * Measures the structure of the code: `npm run structure`, or `npm run structure -- --json` for the raw
 * figures.
 *
 * - Per root: number of source files (without tests and `testing/`), their median number of lines, the share
 *   of files with at most 20 lines, and the number of files with at most 40 lines beside the only file that
 *   imports them.
 * - Per flow: how many files and lines a reader opens who follows it from a button press to the last screen.
 *   Counts the files it `opens` (tables that name the next step, such as routes and handlers, whose imports
 *   are not followed), the files it `follows` (the steps), and everything these import inside the flow's own
 *   `folders`, including types and `import()`. Other code counts as known and is left out: packages, infra,
 *   http, components, lib, styles, content, the folders of other nouns.
 * - Cycles of folders (`folderOf` in imports.mjs), including type imports, with the files and names that
 *   cause them. Exits with 1 if there is one.
 */
import { findCycles, graphOf, ROOTS, readSources } from './imports.mjs';
import { ROOT } from './setup.mjs';

/**
 * Files are identified by `root#export`, or by `folder#export` if the root has that name twice, so that
 * moving a file requires no change here. An export that is missing or ambiguous is an error.
 */
const FLOWS = {
  // From Request Ride through the payment to the drivers' offer board.
  booking: {
    opens: ['server#rideRoutes', 'server#createStripeWebhookRoutes', 'workers#handlers', 'common#JOBS'],
    follows: [
      'web#useRequestRide',
      'server#requestRide',
      'web#useCheckout',
      'web#confirmCardPayment',
      'web#verifyPayment',
      'server#confirmPayment',
      'server#startGateway',
      'web#openRealtime',
      'web#OpenOffers',
    ],
    folders: [
      'common/fares',
      'common/rides',
      'server/fares',
      'server/payments',
      'server/realtime',
      'server/rides',
      'web/features/booking',
      'web/features/payments',
      'web/features/rides',
    ],
  },
  // From a driver's Accept to the rider's screen and the other drivers' boards.
  accept: {
    opens: ['server#rideRoutes'],
    follows: [
      'web#acceptRide',
      'server#acceptRide',
      'server#createFanOut',
      'web#openRealtime',
      'web#OpenOffers',
    ],
    folders: ['common/rides', 'server/realtime', 'server/rides', 'web/features/rides'],
  },
  // From the purchase dialog through the hosted checkout to the card in the mail.
  'gift card': {
    opens: ['server#createStripeWebhookRoutes', 'workers#handlers', 'common#JOBS', 'server#EMAIL_TEMPLATES'],
    follows: [
      'web#usePurchase',
      'server#giftCardRoutes',
      'web#PurchaseReturn',
      'server#fulfilGiftCard',
      'server#sendMail',
      'server#composeGiftCardEmail',
      'server#composeReceiptEmail',
    ],
    folders: ['common/gift-cards', 'server/gift-cards', 'server/mail', 'web/features/gift-cards'],
  },
};

/** How many imports between two folders are printed, unless there are only a few more. */
const TIES_SHOWN = 8;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const right = (value, width) => `${value}`.padStart(width);
const folderIn = (path) => path.slice(0, path.lastIndexOf('/'));

const sources = readSources(ROOT);
const byFile = new Map(sources.map((source) => [source.file, source]));
/** Imports between source files, without stylesheets and images. */
const imports = sources.flatMap((source) => source.imports).filter(({ to }) => byFile.has(to));

function measureRoot(root) {
  const own = sources.filter((source) => source.root === root);
  const importers = graphOf(imports.map(({ from, to }) => [to, from]));
  const isLone = ({ file, lines }) => {
    const [importer, ...others] = importers.get(file) ?? [];
    return lines <= 40 && importer && others.length === 0 && folderIn(importer) === folderIn(file);
  };
  return {
    root,
    files: own.length,
    lines: sum(own.map(({ lines }) => lines)),
    medianLines: median(own.map(({ lines }) => lines)),
    shareOf20OrFewer: own.filter(({ lines }) => lines <= 20).length / own.length,
    smallBesideOneImporter: own.filter(isLone).length,
  };
}

/** Returns the one file that matches `folder#export`. */
function fileOf(entry) {
  const [folder, name] = entry.split('#');
  const found = sources.filter(
    ({ file, exports }) => file.startsWith(`${folder}/`) && exports.includes(name),
  );
  if (found.length === 1) return found[0].file;
  const where = found.length === 0 ? 'nothing' : found.map(({ file }) => file).join(' and ');
  throw new Error(
    `FLOWS in scripts/structure.mjs names ${entry}, which ${where} exports. Please correct the table.`,
  );
}

function measureFlow([flow, { opens, follows, folders }]) {
  const gone = folders.find((folder) => !sources.some(({ file }) => file.startsWith(`${folder}/`)));
  if (gone) throw new Error(`FLOWS in scripts/structure.mjs names the folder ${gone}, which is gone.`);
  const read = new Set(opens.map(fileOf));
  const ahead = follows.map(fileOf);
  for (let file = ahead.pop(); file; file = ahead.pop()) {
    if (read.has(file)) continue;
    read.add(file);
    const next = byFile.get(file).imports.map(({ to }) => to);
    ahead.push(
      ...next.filter((to) => byFile.has(to) && folders.some((folder) => to.startsWith(`${folder}/`))),
    );
  }
  const paths = [...read].toSorted();
  return { flow, files: paths.length, lines: sum(paths.map((file) => byFile.get(file).lines)), paths };
}

/**
 * Returns the imports between the folders of a cycle, as { from, to, ties: [{ from, to, names
 * }] }, fewest first.
 */
function tiesWithin(cycle) {
  const pairs = new Map();
  for (const { from, to, names } of imports) {
    const [left, right] = [byFile.get(from).folder, byFile.get(to).folder];
    if (left === right || !cycle.includes(left) || !cycle.includes(right)) continue;
    const pair = pairs.get(`${left} ${right}`) ?? { from: left, to: right, ties: [] };
    pair.ties.push({ from, to, names });
    pairs.set(`${left} ${right}`, pair);
  }
  return [...pairs.values()].toSorted((a, b) => a.ties.length - b.ties.length);
}

const folderPairs = imports
  .map(({ from, to }) => [byFile.get(from).folder, byFile.get(to).folder])
  .filter(([from, to]) => from !== to);

const figures = {
  roots: ROOTS.map(measureRoot),
  flows: Object.entries(FLOWS).map(measureFlow),
  cycles: findCycles(graphOf(folderPairs)).map((folders) => ({ folders, ties: tiesWithin(folders) })),
};

function print({ roots, flows, cycles }) {
  console.log('root      files   lines  median  ≤ 20 lines  small, beside their one importer');
  for (const { root, files, lines, medianLines, shareOf20OrFewer, smallBesideOneImporter } of roots) {
    const share = `${Math.round(shareOf20OrFewer * 100)} %`;
    const cells = [right(files, 5), right(lines, 7), right(medianLines, 7), right(share, 11)];
    console.log(`${root.padEnd(9)} ${cells.join(' ')} ${right(smallBesideOneImporter, 8)}`);
  }
  console.log(`all       ${right(sources.length, 5)} ${right(sum(sources.map(({ lines }) => lines)), 7)}`);
  console.log('\nflow       files  lines');
  for (const { flow, files, lines } of flows) {
    console.log(`${flow.padEnd(10)} ${right(files, 5)} ${right(lines, 6)}`);
  }
  if (cycles.length === 0) console.log('\nNo import cycle between folders.');
  for (const { folders, ties } of cycles) {
    console.error(`\nImport cycle between folders: ${folders.join(', ')}`);
    for (const { from, to, ties: all } of ties) {
      console.error(`  ${from} → ${to} (${all.length})`);
      const shown = all.length > TIES_SHOWN + 2 ? all.slice(0, TIES_SHOWN) : all;
      for (const tie of shown) console.error(`    ${tie.from} → ${tie.to} { ${tie.names.join(', ')} }`);
      if (shown.length < all.length) console.error(`    and ${all.length - shown.length} more`);
    }
  }
}

if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2));
else print(figures);
process.exitCode = figures.cycles.length > 0 ? 1 : 0;
