import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkFiles, type Manifest, readManifest, SECRET_FILES } from './manifest.ts';
import { unpackLog } from './unpack-log.ts';

interface RestoreOptions {
  /** Folder of the backup. */
  backup: string;
  /** Data folder of an empty installation. */
  dataDir: string;
}

/**
 * Data that a restore replaces. Redis must be empty too, because its jobs and sessions may refer to rides and
 * users that the backup does not contain.
 */
const MUST_BE_EMPTY = /^(mongo|redis(-\d+)?)$/;

/**
 * Restores a backup into an empty installation. Verifies the files against the manifest and opens the store
 * once before moving it into place.
 *
 * @returns the backup's manifest
 * @throws Error if the installation has data or other secrets, or the backup is damaged; nothing is changed
 * then
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
