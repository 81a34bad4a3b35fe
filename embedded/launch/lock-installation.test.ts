import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../document-store/testing/temporary-directory.ts';
import { addressFileOf, lockInstallation } from './lock-installation.ts';

test('a folder is locked by one launcher until it releases it, which also removes its addresses', () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const release = lockInstallation(dataDir);

  expect(() => lockInstallation(dataDir)).toThrow(/in use by process \d+: Marquee is starting there\./);
  writeFileSync(addressFileOf(dataDir), '{ "web": "http://localhost:4000" }');
  expect(() => lockInstallation(dataDir)).toThrow('Marquee runs at http://localhost:4000.');
  release();

  expect(readdirSync(dataDir)).toEqual([]);
  lockInstallation(dataDir)();
});

test('the lock of a killed launcher is taken over and its addresses are removed', () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'lock'), `${process.ppid} 1`);
  writeFileSync(addressFileOf(dataDir), '{ "web": "http://localhost:4000" }');

  lockInstallation(dataDir);

  expect(readdirSync(dataDir)).toEqual(['lock']);
});
