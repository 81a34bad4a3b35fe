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

/** Where each suite writes its results, and how to read them. */
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

/** The suites under way. They are killed when this process exits. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs a program and returns its exit code. With `isQuiet`, prints its output only once it has ended. */
async function exitCodeOf(args, env, isQuiet) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  running.add(child);
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  running.delete(child);
  process.stdout.write(Buffer.concat(output));
  return code;
}

/**
 * Reads a suite's results. A suite that exits with an error or writes no results counts as at
 * least one failure.
 */
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

// Sequential, because the chaos and browser suites have time limits in seconds, which two processors only
// meet for one of them at a time. Beside chaos, with its dozens of processes, one-second tests took twenty.
const results = [];
for (const name of ['vitest', 'chaos', 'browser']) results.push(await runSuite(name));
results.push(...(await Promise.all([runSuite('fuzz'), runSuite('simulate', { isQuiet: true })])));

// Prints the page snapshots of failed browser tests, because Playwright writes them to files, which
// CI does not keep.
const PAGES = join(RESULTS, 'browser');
for (const path of existsSync(PAGES) ? readdirSync(PAGES, { recursive: true }) : []) {
  if (path.endsWith('error-context.md')) console.log(`\n${path}\n${readFileSync(join(PAGES, path), 'utf8')}`);
}

// Repeats all failures at the end, because a suite's own output may be thousands of lines above.
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
