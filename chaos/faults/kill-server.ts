import type { Fault } from './fault.ts';

/** One of the servers dies. */
export const killServer: Fault = {
  name: 'a server killed',
  strike: ({ cluster, random }) => cluster.kill(random() < 0.5 ? 'server-1' : 'server-2'),
};
