import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another process has locked the directory. */
export class DirectoryInUseError extends Error {}

/**
 * Locks a directory for this process, by a lock file with its pid and start time. A stale lock is taken over.
 *
 * @returns a function that releases the lock
 * @throws DirectoryInUseError
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  if (!create(path)) {
    const owner = readFileSync(path, 'utf8');
    if (isRunning(owner)) {
      throw new DirectoryInUseError(`${directory} is in use by process ${owner.split(' ')[0]}`);
    }
    discard(path, owner);
    if (!create(path)) throw new DirectoryInUseError(`${directory} has just been taken by another process`);
  }
  return () => rmSync(path, { force: true });
}

function create(path: string): boolean {
  try {
    writeFileSync(path, identityOf(process.pid) ?? '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. If another process replaced it meanwhile, that one is put back. */
function discard(path: string, owner: string): void {
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  if (readFileSync(aside, 'utf8') !== owner) linkSync(aside, path);
  rmSync(aside);
}

function isRunning(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Pids are reused, in containers at once: only pid and start time together identify a process.
  return identityOf(pid) === owner;
}

/** Pid and, where the system tells, start time of a process; `undefined` for a zombie. */
function identityOf(pid: number): string | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return String(pid);
  // The second field is the program's name, in parentheses, and may hold anything.
  const [state = '', ...fields] = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return 'ZX'.includes(state) ? undefined : `${pid} ${fields[18]}`;
}
