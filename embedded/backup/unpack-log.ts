import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DocumentStore } from '../document-store/document-store.ts';
import { LOG_FILE } from './manifest.ts';

/**
 * Unpacks the log of a backup into a folder of its own, as a document store has it, and opens it once: every change is
 * replayed, every index built.
 *
 * @param directory replaced if it exists
 * @returns how many documents each collection has
 * @throws Error where the store cannot be read
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
