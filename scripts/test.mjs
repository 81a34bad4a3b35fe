// Runs every suite and ends with one line: "N passed, N failed".
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium, ensureModules, ensureProgram, ROOT, run } from './setup.mjs';

ensureModules();
ensureProgram('redis-server', 'redis-server');
ensureChromium();
ensureProgram('haproxy', 'haproxy');

const startedAt = performance.now();
const secondsSince = (from) => Math.round((performance.now() - from) / 1_000);

run(process.execPath, ['scripts/build.mjs']);
run(process.execPath, ['scripts/check-weight.mjs']);
const buildSeconds = secondsSince(startedAt);

const RESULTS = join(ROOT, 'test-results');
rmSync(RESULTS, { recursive: true, force: true });

/** Where each suite leaves its numbers, and how they are read. */
const SUITES = {
  vitest: {
    report: join(RESULTS, 'vitest.json'),
    args: (report) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    count: ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests],
    failures: ({ testResults }) =>
      testResults.flatMap(({ name, message, status, assertionResults }) => {
        const failed = assertionResults.filter((test) => test.status === 'failed');
        if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`];
        return failed.map(({ fullName, failureMessages }) =>
          [`${name} › ${fullName}`, ...failureMessages].join('\n'),
        );
      }),
  },
  chaos: {
    report: join(RESULTS, 'chaos.json'),
    args: () => [
      ...['--import', 'tsx', 'chaos/index.ts'],
      ...['--seeds', '1', '--redis-cluster', '1', '--mutants'],
    ],
    count: ({ passed, failed }) => [passed, failed],
    failures: ({ failures }) => failures,
  },
  fuzz: {
    report: join(RESULTS, 'fuzz.json'),
    args: () => ['--import', 'tsx', 'chaos/fuzz/index.ts', '--requests', '400'],
    count: ({ passed, failed }) => [passed, failed],
    failures: ({ failures }) => failures,
  },
  simulate: {
    report: join(RESULTS, 'simulation.json'),
    args: () => [
      ...['--import', 'tsx', 'chaos/simulation/index.ts'],
      ...['--seeds', '1-2', '--rides', '12', '--twice'],
    ],
    count: ({ passed, failed }) => [passed, failed],
    failures: ({ failures }) => failures,
  },
  browser: {
    report: join(RESULTS, 'browser.json'),
    args: () => ['node_modules/playwright/cli.js', 'test'],
    count: ({ stats }) => [stats.expected, stats.unexpected + stats.flaky],
    failures: ({ suites }) => suites.flatMap(failedSpecs),
  },
};

const failedSpecs = ({ suites = [], specs }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return [`e2e/${file}:${line} › ${title}`, ...messages.map(({ message }) => message)].join('\n');
    }),
  ...suites.flatMap(failedSpecs),
];

/** The suites under way. They end with this process. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs a program to its end and gives its exit code; `isQuiet`, it says everything at once when it has ended. */
async function exitCodeOf(args, env, isQuiet) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  running.add(child);
  const said = [];
  child.stdout?.on('data', (chunk) => said.push(chunk));
  child.stderr?.on('data', (chunk) => said.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  running.delete(child);
  process.stdout.write(Buffer.concat(said));
  return code;
}

/** A suite that fails as a whole, or leaves no numbers, has failed once at least. */
function readResults({ report, count, failures }, code) {
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'));
    const [passed, failed] = count(results);
    return { passed, failed: code === 0 ? failed : Math.max(1, failed), failures: failures(results) };
  } catch {
    return { passed: 0, failed: 1, failures: ['It left no results: see its output above.'] };
  }
}

async function runSuite(name, { isQuiet = false } = {}) {
  const suite = SUITES[name];
  const from = performance.now();
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: suite.report };
  const code = await exitCodeOf(suite.args(suite.report), env, isQuiet);
  return { name, seconds: secondsSince(from), ...readResults(suite, code) };
}

// One after another: chaos and browsers are held to bounds in seconds, which two processors keep only for who has them alone. Beside chaos,
// with its dozens of processes, tests of a second took twenty.
const results = [];
for (const name of ['vitest', 'chaos', 'browser']) results.push(await runSuite(name));
results.push(...(await Promise.all([runSuite('fuzz'), runSuite('simulate', { isQuiet: true })])));

// What the pages of failed browser tests showed: Playwright leaves it in files, and CI keeps none.
const PAGES = join(RESULTS, 'browser');
for (const path of existsSync(PAGES) ? readdirSync(PAGES, { recursive: true }) : []) {
  if (path.endsWith('error-context.md')) console.log(`\n${path}\n${readFileSync(join(PAGES, path), 'utf8')}`);
}

// Again, since what a suite printed may stand thousands of lines above.
const LINES = 12;
for (const { name, failures } of results) {
  for (const failure of failures) {
    const lines = stripVTControlCharacters(failure).split('\n');
    console.log(
      `\n✗ ${name}: ${lines.slice(0, LINES).join('\n    ')}${lines.length > LINES ? '\n    …' : ''}`,
    );
  }
}

console.log(`\nbuild: ${buildSeconds} s`);
for (const { name, seconds, passed, failed } of results) {
  console.log(`${name}: ${seconds} s, ${passed} passed, ${failed} failed`);
}
console.log(`whole: ${secondsSince(startedAt)} s`);

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const [passed, failed] = [sum('passed'), sum('failed')];
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 && results.every((result) => result.passed > 0) ? 0 : 1);
