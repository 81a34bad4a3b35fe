import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DirectoryInUseError, lockDirectory } from '../directory-lock.ts';

/** Path of the file with the addresses and process ids of a launcher's programs. */
export const addressFileOf = (dataDir: string): string => join(dataDir, 'services.json');

/**
 * Locks a data folder for this launcher (`npm start`, `npm run cluster` or `npm run dev`). A second one would
 * open the same files and overwrite ports, logs and addresses of the first.
 *
 * @returns a function that releases the folder and removes the address file
 * @throws Error that names the address of the running launcher
 */
export function lockInstallation(dataDir: string): () => void {
  const addressFile = addressFileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    const unlock = lockDirectory(dataDir);
    // Left behind by a launcher that was killed. Its programs have ended with it.
    rmSync(addressFile, { force: true });
    return () => {
      rmSync(addressFile, { force: true });
      unlock();
    };
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    const web = readWebAddress(addressFile);
    const state = web ? `Marquee runs at ${web}` : 'Marquee is starting there';
    throw new Error(`${error.message}: ${state}. Stop it first, or choose another folder with DATA_DIR.`);
  }
}

/** Returns the site's address; null before the file is written. */
function readWebAddress(addressFile: string): string | null {
  try {
    return JSON.parse(readFileSync(addressFile, 'utf8')).web;
  } catch {
    return null;
  }
}
