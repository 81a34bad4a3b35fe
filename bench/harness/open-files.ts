import { readFileSync } from 'node:fs';

/** Open files of a server besides its sockets, and what of connections comes and goes. */
const SPARE_FILES = 300;

/** How many files a process may have open: Node raises its own limit to the hard one. */
function openFilesAllowed(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY;
  const [, hard] = /^Max open files +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard);
}

/** @throws where a process may not have so many sockets open: the balancer has two for each */
export function assertFilesFor(sockets: number): void {
  const needed = 2 * sockets + 2_000;
  const allowed = openFilesAllowed();
  if (allowed >= needed) return;
  throw new Error(
    `${sockets} sockets need ${needed} open files a process, and ${allowed} are allowed: ulimit -Hn ${needed}`,
  );
}

/** How many sockets one server can hold here, of those wanted. */
export const socketsThatFit = (wanted: number): number => Math.min(wanted, openFilesAllowed() - SPARE_FILES);
