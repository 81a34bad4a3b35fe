import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DocumentStore } from '../document-store/document-store.ts';
import { LOG_FILE } from './manifest.ts';

/**
 * Unpacks the log of a backup into a folder and opens it as a document store once, which replays every change
 * and builds every index.
 *
 * @param directory Replaced if it exists.
 * @returns the number of documents per collection
 * @throws Error if the store cannot be opened
 */
export async function unpackLog(backup: string, directory: string): Promise<Record<string, number>> {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const log = createWriteStream(join(directory, 'log'), { mode: 0o600 });
  await pipeline(createReadStream(join(backup, LOG_FILE)), createGunzip(), log);
  const store = new DocumentStore(directory);
  const counts = Array.from(store.all(), ({ namespace, records }) => [namespace, records.size] as const);
  store.close();
  return Object.fromEntries(counts);
}
