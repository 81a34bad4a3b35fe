import { existsSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another process has locked the directory. */
export class DirectoryInUseError extends Error {}

/**
 * Locks a directory for this process, by a lock with its pid and start time. A stale lock is taken over.
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

/** A symbolic link to nowhere, whose target is the owner: it is there whole or not at all, and needs no room on a full disk. */
function create(path: string): boolean {
  try {
    symlinkSync(identityOf(process.pid) ?? '0', path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Earlier versions wrote a file. */
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

/** Removes a stale lock. If another process replaced it meanwhile, that one is put back. */
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
