import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** A backup a night, and two hours in which it is made. */
export const BACKUP_OLD_MS = 26 * 3_600_000;

/** What every backup says of itself, made by `npm run backup` or `deploy/backup.sh`. */
const manifestSchema = z.object({ at: z.iso.datetime() });

/** Whether an entry of the folder is a backup by its name. One under way has another. */
const isBackup = (name: string): boolean => name.startsWith('marquee-') && !name.endsWith('.unfinished');

/**
 * The instant of the newest backup in a folder; null where there is none. One that was not finished has no manifest.
 *
 * @throws where the folder or the manifest of a backup cannot be read
 */
export async function findNewestBackup(folder: string): Promise<Date | null> {
  const manifests = await Promise.all(
    (await namesIn(folder)).filter(isBackup).map((name) => readIfThere(join(folder, name, 'manifest.json'))),
  );
  const times = manifests
    .filter((text) => text !== null)
    .map((text) => Date.parse(manifestSchema.parse(JSON.parse(text)).at));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(orWhereMissing([]));

const readIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch(orWhereMissing(null));

const orWhereMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return instead;
    throw error;
  };
