/** Simulated faults of the machine of one process. */
export interface MachineFault {
  /** Its clock is ahead of the others by this many milliseconds. */
  clockAheadMs?: number;
  /** The disk is full, so that appending to a file fails. */
  isDiskFull?: boolean;
}

/** The file in the data folder that holds the faults by process id. */
export const MACHINE_FAULTS_FILE = 'machine-faults.json';
