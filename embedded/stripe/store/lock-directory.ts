import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes the directory for this process and returns what gives it back. The lock is a file naming its owner; one left by
 * a killed process is taken over.
 * @throws Error when another living process holds it
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (!isTaken(error)) throw error;
    const owner = Number(readFileSync(path, 'utf8'));
    if (isAlive(owner)) throw new Error(`${directory} is in use by process ${owner}`);
    rmSync(path, { force: true });
    // Exclusive again: of two processes finding the same stale lock, one fails here.
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  }
  return () => rmSync(path, { force: true });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function isAlive(pid: number): boolean {
  // In a restarted container the dead owner had the number that is now ours.
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
