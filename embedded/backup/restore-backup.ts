import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkFiles, type Manifest, readManifest, SECRET_FILES } from './manifest.ts';
import { unpackLog } from './unpack-log.ts';

interface RestoreOptions {
  /** The folder of one backup. */
  backup: string;
  /** The data folder of an installation that has nothing yet. */
  dataDir: string;
}

/** Where an installation keeps what a restore replaces. Redis too: its jobs and sessions are of rides and people that the backup may not have. */
const MUST_BE_EMPTY = /^(mongo|redis(-\d+)?)$/;

/**
 * Restores a backup into an empty installation: checks what is in it against its manifest, opens the store once, and only then puts
 * it in place.
 *
 * @returns what the backup says of itself
 * @throws Error where the installation has data or secrets of its own, or the backup is damaged; nothing is changed then
 */
export async function restoreBackup({ backup, dataDir }: RestoreOptions): Promise<Manifest> {
  const manifest = readManifest(backup);
  const folders = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => MUST_BE_EMPTY.test(name)) : [];
  for (const name of folders) {
    const path = join(dataDir, name);
    if (readdirSync(path).length === 0) continue;
    throw new Error(`${path} has data: stop the installation and move it away first`);
  }
  await checkFiles(backup, manifest);
  const secrets = SECRET_FILES.filter((name) => manifest.files[name]);
  for (const name of secrets) refuseOtherSecret(join(backup, name), join(dataDir, name));

  mkdirSync(dataDir, { recursive: true });
  const unpacked = join(dataDir, 'mongo.restoring');
  try {
    const documents = await unpackLog(backup, unpacked);
    if (!isDeepStrictEqual(documents, manifest.documents)) {
      throw new Error(`${backup} does not hold the documents that its manifest counts`);
    }
    for (const name of secrets) {
      writeFileSync(join(dataDir, name), readFileSync(join(backup, name)), { mode: 0o600 });
    }
    rmSync(join(dataDir, 'mongo'), { recursive: true, force: true });
    renameSync(unpacked, join(dataDir, 'mongo'));
  } catch (error) {
    rmSync(unpacked, { recursive: true, force: true });
    throw error;
  }
  return manifest;
}

function refuseOtherSecret(ours: string, theirs: string): void {
  if (!existsSync(theirs) || readFileSync(theirs).equals(readFileSync(ours))) return;
  throw new Error(`${theirs} is another one than the backup was made with: move it away first`);
}
