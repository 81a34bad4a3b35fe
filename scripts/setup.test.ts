import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/**
 * A fake npm that records its calls and waits for a file `go`. Fails if that contains `fail`;
 * otherwise installs.
 */
const NPM = `#!/bin/sh
echo "$1" >> calls
rm -rf node_modules
until [ -e go ]; do sleep 0.02; done
[ "$(cat go)" = fail ] && exit 1
mkdir node_modules
`;

/** Creates a fresh clone that uses the fake npm. */
function clone() {
  const root = mkdtempSync(join(tmpdir(), 'marquee-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['scripts', 'bin', '.data']) mkdirSync(join(root, folder));
  cpSync(join(import.meta.dirname, 'setup.mjs'), join(root, 'scripts/setup.mjs'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(join(root, 'bin/npm'), NPM);
  chmodSync(join(root, 'bin/npm'), 0o755);
  const lock = join(root, '.data/install.lock');

  return {
    lock,
    /** Lets the fake npm continue. */
    continueNpm: (outcome: 'install' | 'fail' = 'install') => writeFileSync(join(root, 'go'), outcome),
    calls: () => readFileSync(join(root, 'calls'), 'utf8').split('\n').slice(0, -1),
    /** Starts the setup. Resolves once it has printed its first message. */
    async start() {
      const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` };
      const setup = spawn(process.execPath, ['scripts/setup.mjs'], { cwd: root, env });
      const ended = once(setup, 'exit').then(([code]) => code);
      const [output] = await once(setup.stdout, 'data');
      return { pid: setup.pid, output: String(output).trim(), ended };
    },
  };
}

test('when two setups start at once in a fresh clone, the second waits for the first to install', async () => {
  const { start, calls, continueNpm, lock } = clone();
  const first = await start();
  const second = await start();
  expect(first.output).toBe('Installing node modules…');
  expect(second.output).toBe(`Waiting for process ${first.pid}, which installs the node modules…`);

  continueNpm();

  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
  expect(calls()).toEqual(['ci']);
  expect(existsSync(lock)).toBe(false);
});

test('a lock left by a dead process does not block the setup', async () => {
  const { start, calls, continueNpm, lock } = clone();
  writeFileSync(lock, String(spawnSync('true').pid));
  continueNpm();

  const { output, ended } = await start();

  expect(output).toBe('Installing node modules…');
  expect(await ended).toBe(0);
  expect(calls()).toEqual(['ci']);
  expect(existsSync(lock)).toBe(false);
});

test('after an install fails, a setup that was waiting for it tries to install', async () => {
  const { start, calls, continueNpm, lock } = clone();
  const first = await start();
  const second = await start();

  continueNpm('fail');

  expect(await Promise.all([first.ended, second.ended])).toEqual([1, 1]);
  expect(calls()).toEqual(['ci', 'ci']);
  expect(existsSync(lock)).toBe(false);
});
