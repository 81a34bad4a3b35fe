import type { Fault } from './fault.ts';

/** Redis dies and comes back with what its append-only file holds. */
export const restartRedis: Fault = {
  name: 'Redis restarted',
  strike: ({ cluster }) => cluster.killProgramOf('redis'),
};
