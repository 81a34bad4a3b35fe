// Measures the built site as a phone on a slow net sees it, and writes what came out into docs/. Ends with 1 below the marks.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureModules, ensureProgram, ROOT, run } from './setup.mjs';

const PATHS = ['/', '/fare-estimator', '/gift-cards', '/help'];
const MARKS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Of each page; an odd number. */
const RUNS = 3;
const FIGURES = {
  'first-contentful-paint': 'First paint',
  'largest-contentful-paint': 'Largest paint',
  'total-blocking-time': 'Blocked',
  'cumulative-layout-shift': 'Shift',
};

ensureModules();
const chromePath = process.env.CHROMIUM ?? ensureProgram('chromium', 'chromium');
run(process.execPath, ['scripts/build.mjs']);
const { default: lighthouse } = await import('lighthouse');
const { launch } = await import('chrome-launcher');

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs Marquee with data of its own; resolves to its address and what ends it. */
async function startMarquee() {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-lighthouse-'));
  const marquee = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: `${port}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    marquee.once('exit', () => reject(new Error('Marquee did not start.')));
    marquee.stdout.on('data', (said) => said.includes('Marquee is at') && resolve());
  });
  const stop = async () => {
    const ended = new Promise((resolve) => marquee.once('exit', resolve));
    marquee.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: `http://localhost:${port}`, stop };
}

/** As Lighthouse advises: the middle one of several runs, by the mark that varies. */
async function measure(url, port) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { lhr } = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(MARKS) });
    runs.push(lhr);
  }
  const performanceOf = (lhr) => lhr.categories.performance.score;
  const lhr = runs.toSorted((a, b) => performanceOf(a) - performanceOf(b))[(RUNS - 1) / 2];
  const entries = (keys, value) => Object.fromEntries(Object.keys(keys).map((key) => [key, value(key)]));
  const short = Object.values(lhr.audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ id }) => id);
  return {
    scores: entries(MARKS, (key) => Math.round(lhr.categories[key].score * 100)),
    figures: entries(FIGURES, (key) => lhr.audits[key].displayValue),
    short,
  };
}

const { url, stop } = await startMarquee();
const chrome = await launch({
  chromePath,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const pages = {};
try {
  for (const path of PATHS) pages[path] = await measure(url + path, chrome.port);
} finally {
  chrome.kill();
  await stop();
}

const load = loadavg()[0].toFixed(1);
const measuredAt = new Date().toISOString().slice(0, 10);
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = [
  row(['Page', ...Object.keys(MARKS), ...Object.values(FIGURES)]),
  row(['---', ...Object.keys(MARKS), ...Object.keys(FIGURES)].map(() => '---')),
  ...PATHS.map((path) =>
    row([path, ...Object.values(pages[path].scores), ...Object.values(pages[path].figures)]),
  ),
].join('\n');
const report = `# Lighthouse

\`npm run lighthouse\`, ${measuredAt}: the built site on this machine, as a phone on a slow net sees it (Lighthouse's mobile preset), the middle
one of ${RUNS} runs. Marks to reach: performance ${MARKS.performance}, the others 100. Load of the machine while measuring: ${load}; above the number of its
processors the performance column tells of the machine, not of the site.

${table}
`;
writeFileSync(join(ROOT, 'docs/lighthouse.md'), report);
writeFileSync(
  join(ROOT, 'docs/lighthouse.json'),
  `${JSON.stringify({ measuredAt, load: Number(load), pages }, null, 2)}\n`,
);
console.log(table);
for (const [path, { short }] of Object.entries(pages))
  if (short.length > 0) console.log(path, short.join(', '));

const isGood = Object.values(pages).every(({ scores }) =>
  Object.entries(MARKS).every(([key, mark]) => scores[key] >= mark),
);
process.exit(isGood ? 0 : 1);
