import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../document-store/testing/temporary-directory.ts';
import { addressFileOf, lockInstallation } from './lock-installation.ts';

test('a folder is one launcher’s until it is done, which leaves no addresses behind', () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const release = lockInstallation(dataDir);

  expect(() => lockInstallation(dataDir)).toThrow(/in use by process \d+: Marquee is starting there\./);
  writeFileSync(addressFileOf(dataDir), '{ "web": "http://localhost:4000" }');
  expect(() => lockInstallation(dataDir)).toThrow('Marquee runs at http://localhost:4000.');
  release();

  expect(readdirSync(dataDir)).toEqual([]);
  lockInstallation(dataDir)();
});

test('what a launcher that was killed left is taken over, its addresses thrown away', () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'lock'), `${process.ppid} 1`);
  writeFileSync(addressFileOf(dataDir), '{ "web": "http://localhost:4000" }');

  lockInstallation(dataDir);

  expect(readdirSync(dataDir)).toEqual(['lock']);
});
