/** What is wrong with the machine that one process runs on. */
export interface Bend {
  /** Its clock is ahead of the others by so many milliseconds. */
  clockAheadMs?: number;
  /** There is no room for what it appends to its files. */
  isDiskFull?: boolean;
}

/** In the data folder: bends by process id. */
export const BENDS_FILE = 'bends.json';
