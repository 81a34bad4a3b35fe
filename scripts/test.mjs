import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureModules, ensureProgram, ROOT, run } from './setup.mjs';

ensureModules();
ensureProgram('redis-server', 'redis-server');
ensureProgram('chromium', 'chromium');
ensureProgram('haproxy', 'haproxy');

run(process.execPath, ['scripts/build.mjs']);
run(process.execPath, ['scripts/check-weight.mjs']);

const RESULTS = join(ROOT, 'test-results');
rmSync(RESULTS, { recursive: true, force: true });

/** Runs a test runner to its end; true when it was content. */
function runner(args, env = {}) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

const vitestReport = join(RESULTS, 'vitest.json');
const browserReport = join(RESULTS, 'browser.json');

const isCodeGood = runner([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
]);
const isBrowserGood = runner(['node_modules/playwright/cli.js', 'test'], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
});

const isChaosGood = runner(['--import', 'tsx', 'chaos/index.ts']);

const code = JSON.parse(readFileSync(vitestReport, 'utf8'));
const { stats: browser } = JSON.parse(readFileSync(browserReport, 'utf8'));
const chaos = JSON.parse(readFileSync(join(RESULTS, 'chaos.json'), 'utf8'));

const passed = code.numPassedTests + browser.expected + chaos.passed;
const failed = code.numFailedTests + browser.unexpected + browser.flaky + chaos.failed;
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(isCodeGood && isBrowserGood && isChaosGood && failed === 0 && passed > 0 ? 0 : 1);
