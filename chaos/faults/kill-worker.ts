import type { Fault } from './fault.ts';

/** One of the workers dies. */
export const killWorker: Fault = {
  name: 'a worker killed',
  strike: ({ cluster, random }) => cluster.kill(random() < 0.5 ? 'worker-1' : 'worker-2'),
};
