import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { copyLog } from '../document-store/copy-log.ts';
import { ROOT } from '../launch/programs.ts';
import { LOG_FILE, MANIFEST_FILE, type Manifest, measureFile, SECRET_FILES } from './manifest.ts';
import { unpackLog } from './unpack-log.ts';

interface BackupOptions {
  /** The installation's data folder, `.data` by default. */
  dataDir: string;
  /** Folder of all backups. Each backup is a subfolder. */
  backupDir: string;
}

/**
 * Makes a point-in-time backup of a document store installation, running or not. The copy is restored and
 * counted before the folder gets its final name, so that every complete backup can be restored. Only this
 * user may read it.
 *
 * @returns the new folder, and its manifest
 * @throws Error if there is nothing to back up or the log is damaged; nothing is left behind then
 */
export async function makeBackup({
  dataDir,
  backupDir,
}: BackupOptions): Promise<Manifest & { path: string }> {
  const log = join(dataDir, 'mongo', 'log');
  if (!existsSync(log)) throw new Error(`${dataDir} has no document store to back up`);
  const at = new Date().toISOString();
  const path = join(backupDir, `marquee-${at.replaceAll(':', '-')}`);
  const unfinished = `${path}.unfinished`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const packed = createWriteStream(join(unfinished, LOG_FILE), { mode: 0o600 });
    await pipeline(Readable.from(copyLog(log)), createGzip(), packed);
    const secrets = SECRET_FILES.filter((name) => existsSync(join(dataDir, name)));
    for (const name of secrets) copyPrivate(join(dataDir, name), join(unfinished, name));

    const check = join(unfinished, 'check');
    const documents = await unpackLog(unfinished, check);
    rmSync(check, { recursive: true });

    const files: Manifest['files'] = {};
    for (const name of [LOG_FILE, ...secrets] as const) {
      files[name] = await measureFile(join(unfinished, name));
      syncToDisk(join(unfinished, name));
    }
    const manifest: Manifest = { format: 1, at, version: productVersion(), files, documents };
    const manifestPath = join(unfinished, MANIFEST_FILE);
    writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    syncToDisk(manifestPath);
    syncToDisk(unfinished);
    renameSync(unfinished, path);
    syncToDisk(backupDir);
    return { ...manifest, path };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function copyPrivate(from: string, to: string): void {
  writeFileSync(to, readFileSync(from), { mode: 0o600 });
}

const productVersion = (): string => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** Syncs a file, or the entries of a folder, to the disk. */
function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
