import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DirectoryInUseError, lockDirectory } from '../directory-lock.ts';

/** Where a launcher writes the addresses and process ids of what it runs. */
export const addressFileOf = (dataDir: string): string => join(dataDir, 'services.json');

/**
 * Makes this process the only launcher of a data folder, `npm start`, `npm run cluster` or `npm run dev`: a second one would open the same files
 * and write its ports, logs and addresses over those of the first.
 *
 * @returns a function that gives the folder back, without addresses
 * @throws Error that says where the other one runs
 */
export function lockInstallation(dataDir: string): () => void {
  const addressFile = addressFileOf(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    const unlock = lockDirectory(dataDir);
    // Those of a launcher that was killed, whose programs have ended with it.
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

/** @returns null until it is written */
function readWebAddress(addressFile: string): string | null {
  try {
    return JSON.parse(readFileSync(addressFile, 'utf8')).web;
  } catch {
    return null;
  }
}
