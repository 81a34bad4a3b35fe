import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { HOUR_MS } from '#common/durations.ts';

/** When the newest backup counts as too old, in milliseconds: one is made every night, within two hours. */
export const BACKUP_OLD_MS = 26 * HOUR_MS;

/** The manifest of a backup, written by `npm run backup` or `deploy/backup.sh`. */
const manifestSchema = z.object({ at: z.iso.datetime() });

/** Whether a folder entry is a finished backup, by its name. */
const isBackup = (name: string): boolean => name.startsWith('marquee-') && !name.endsWith('.unfinished');

/**
 * Returns the time of the newest backup in a folder; null when there is none. Unfinished backups have no
 * manifest.
 *
 * @throws Error when the folder or a manifest cannot be read
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

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(fallbackIfMissing([]));

const readIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch(fallbackIfMissing(null));

const fallbackIfMissing =
  <T>(fallback: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return fallback;
    throw error;
  };
