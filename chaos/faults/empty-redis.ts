import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';

/** Redis dies and comes back empty: jobs and schedules are gone, and nobody is signed in any more. */
export const emptyRedis: Fault = {
  name: 'Redis restarted without its data file',
  async strike({ cluster, tabs }) {
    const folder = join(cluster.dataDir, 'redis');
    // It goes on writing to files that have no name any more, and finds none when it comes back.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    await cluster.killProgramOf('redis');
    await cluster.untilReady();
    await tabs?.signInAgain();
  },
};
