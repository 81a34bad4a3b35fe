import { readFileSync } from 'node:fs';

/** Files that a server needs besides its idle sockets, including short-lived connections. */
const SPARE_FILES = 300;

/** How many files a process may open: the hard limit, because Node raises its soft limit to it. */
function openFilesAllowed(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  const [, hard] = /^Max open files +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard);
}

/** @throws when a process may not open enough files for this many sockets; the balancer needs two for each */
export function assertFilesFor(sockets: number): void {
  const needed = 2 * sockets + 2_000;
  const allowed = openFilesAllowed();
  if (allowed >= needed) return;
  throw new Error(
    `${sockets} sockets need ${needed} open files a process, and ${allowed} are allowed: ulimit -Hn ${needed}`,
  );
}

/** How many of the wanted sockets one server can hold on this machine. */
export const socketsThatFit = (wanted: number): number => Math.min(wanted, openFilesAllowed() - SPARE_FILES);
