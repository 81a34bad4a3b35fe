import { existsSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another process has locked the directory. */
export class DirectoryInUseError extends Error {}

/**
 * Locks a directory for this process. The lock contains pid and start time; a stale lock is replaced.
 *
 * @returns a function that releases the lock
 * @throws DirectoryInUseError
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  if (!create(path)) {
    const owner = ownerOf(path);
    if (isRunning(owner)) {
      throw new DirectoryInUseError(`${directory} is in use by process ${owner.split(' ')[0]}`);
    }
    discard(path, owner);
    if (!create(path)) throw new DirectoryInUseError(`${directory} has just been taken by another process`);
  }
  return () => rmSync(path, { force: true });
}

/**
 * Creates the lock as a dangling symbolic link whose target is the owner: created atomically, and possible on
 * a full disk.
 */
function create(path: string): boolean {
  try {
    symlinkSync(identityOf(process.pid) ?? '0', path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Reads the owner of a lock. Earlier versions wrote a file instead of a link. */
function ownerOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isCode(error, 'EINVAL')) return readFileSync(path, 'utf8');
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Removes a stale lock. If another process has replaced it meanwhile, restores that lock. */
function discard(path: string, owner: string): void {
  const aside = `${path}.${process.pid}`;
  renameSync(path, aside);
  const moved = ownerOf(aside);
  if (moved !== owner) symlinkSync(moved, path);
  rmSync(aside);
}

function isRunning(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Pids are reused, quickly in containers, so only pid and start time together identify a process.
  return identityOf(pid) === owner;
}

/** Returns pid and, where available, start time of a process; `undefined` for a zombie. */
function identityOf(pid: number): string | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return String(pid);
  // The second field is the program's name in parentheses, which may contain anything.
  const [state = '', ...fields] = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return 'ZX'.includes(state) ? undefined : `${pid} ${fields[18]}`;
}
