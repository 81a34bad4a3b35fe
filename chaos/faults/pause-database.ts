import { setTimeout } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const PAUSE_MS = 5_000;

/** The database answers nobody for five seconds, and then goes on. */
export const pauseDatabase: Fault = {
  name: 'the database paused for 5 s',
  async strike({ cluster }) {
    const pid = cluster.pidOf('document-store');
    process.kill(pid, 'SIGSTOP');
    await setTimeout(PAUSE_MS);
    process.kill(pid, 'SIGCONT');
  },
};
