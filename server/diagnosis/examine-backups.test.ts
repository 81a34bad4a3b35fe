import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { env } from '../env.ts';
import { metrics } from '../infra/metrics.ts';
import { measureBacklogs } from '../measure-backlogs.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { examineBackups } from './examine-backups.ts';

setUpTestDatabase();

const HOUR_MS = 3_600_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-backups-'));
  return () => rmSync(folder, { recursive: true });
});

/** Creates a backup that is this many hours old. An unfinished one has no manifest. */
function leaveBackup(hoursAgo: number, isFinished = true): void {
  const path = join(folder, `marquee-${hoursAgo}`);
  mkdirSync(path);
  const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  if (isFinished) writeFileSync(join(path, 'manifest.json'), JSON.stringify({ at, files: {} }));
}

async function finding(path = folder): Promise<string> {
  for await (const { state, text } of examineBackups(path)) return `${state}: ${text}`;
  return '';
}

/** Returns the scraped value of `backup_age_seconds`. Undefined if it is not exported. */
async function measuredAge(path: string): Promise<number | undefined> {
  const former = env.BACKUP_DIR;
  env.BACKUP_DIR = path;
  onTestFinished(() => {
    env.BACKUP_DIR = former;
  });
  await measureBacklogs();
  return (await metrics.getSingleMetric('backup_age_seconds')?.get())?.values[0]?.value;
}

test('the newest finished backup counts, and unfinished backups are ignored', async () => {
  leaveBackup(49);
  leaveBackup(25);
  leaveBackup(1, false);

  expect(await finding()).toBe('well: The newest backup is 25 hours old.');
  expect(Math.floor((await measuredAge(folder)) ?? 0)).toBeGreaterThanOrEqual(25 * 3_600);
});

test('a newest backup that is 26 hours old is a warning', async () => {
  leaveBackup(26);

  expect(await finding()).toBe('warning: The newest backup is 26 hours old.');
});

test('a missing backup or backup folder is a warning, and the measured backup age is infinite', async () => {
  expect(await finding()).toContain('warning: There is no backup');
  expect(await finding(join(folder, 'missing'))).toContain('warning: There is no backup');
  expect(await measuredAge(folder)).toBe(Number.POSITIVE_INFINITY);
});

test('other entries in the backup folder are ignored, even if they cannot be read', async () => {
  leaveBackup(25);
  // Reading a folder as a file fails, like a file that this user may not read.
  mkdirSync(join(folder, 'lost+found', 'manifest.json'), { recursive: true });
  leaveBackup(1);
  renameSync(join(folder, 'marquee-1'), join(folder, 'marquee-1.unfinished'));

  expect(await finding()).toBe('well: The newest backup is 25 hours old.');
  expect(Math.floor(((await measuredAge(folder)) ?? 0) / 3_600)).toBe(25);
});

test('the measured backup age becomes infinite when a backup cannot be read', async () => {
  leaveBackup(1);
  expect(await measuredAge(folder)).toBeLessThan(2 * 3_600);
  mkdirSync(join(folder, 'marquee-0', 'manifest.json'), { recursive: true });

  expect(await measuredAge(folder)).toBe(Number.POSITIVE_INFINITY);
});

test('without BACKUP_DIR the finding is a warning and no backup age is measured', async () => {
  expect(await finding('')).toContain('warning: BACKUP_DIR is not set');
  expect(await measuredAge('')).toBeUndefined();
});
