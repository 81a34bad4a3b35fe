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
cp package-lock.json node_modules/.package-lock.json
`;

const LOCK = {
  packages: {
    '': { name: 'marquee' },
    'node_modules/zod': { version: '4.1.0', integrity: 'sha512-zod' },
    'node_modules/fsevents': { version: '2.3.3', integrity: 'sha512-fs', optional: true },
  },
};

/** Creates a fresh clone that uses the fake npm. */
function clone() {
  const root = mkdtempSync(join(tmpdir(), 'marquee-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['scripts', 'bin', '.data']) mkdirSync(join(root, folder));
  cpSync(join(import.meta.dirname, 'setup.mjs'), join(root, 'scripts/setup.mjs'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(LOCK));
  writeFileSync(join(root, 'bin/npm'), NPM);
  chmodSync(join(root, 'bin/npm'), 0o755);
  const lock = join(root, '.data/install.lock');
  const options = { cwd: root, env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` } };

  return {
    lock,
    /** Lets the fake npm continue. */
    continueNpm: (outcome: 'install' | 'fail' = 'install') => writeFileSync(join(root, 'go'), outcome),
    calls: () => readFileSync(join(root, 'calls'), 'utf8').split('\n').slice(0, -1),
    /** Creates the node modules as npm leaves them, with its list of the packages it installed. */
    installByHand(packages: Record<string, { version: string; integrity: string }>) {
      mkdirSync(join(root, 'node_modules'));
      writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    },
    /** Runs the setup and returns what it printed. */
    run: () => spawnSync(process.execPath, ['scripts/setup.mjs'], { ...options, encoding: 'utf8' }).stdout,
    /** Starts the setup. Resolves once it has printed its first message. */
    async start() {
      const setup = spawn(process.execPath, ['scripts/setup.mjs'], options);
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

test('node modules that npm installed without the setup, less the optional ones, are left alone', () => {
  const { installByHand, run, continueNpm } = clone();
  const { 'node_modules/zod': zod } = LOCK.packages;
  installByHand({ 'node_modules/zod': zod });
  continueNpm();

  expect(run()).toBe('');
});

test('node modules of another lockfile are installed anew', () => {
  const { installByHand, run, continueNpm, calls } = clone();
  installByHand({ 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-older' } });
  continueNpm();

  expect(run()).toBe('Installing node modules…\n');
  expect(calls()).toEqual(['ci']);
  expect(run()).toBe('');
});
