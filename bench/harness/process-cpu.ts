import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MICROS = 10_000;

/**
 * Positions of the user and system times in `/proc/<pid>/stat`, counted after the process name, which
 * may contain spaces.
 */
const [USER, SYSTEM] = [11, 12];

/** Returns the CPU time of a process and its descendants, user and system, in microseconds. Linux only. */
export function cpuMicrosOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MICROS;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((total, child) => total + cpuMicrosOf(Number(child)), own);
}
