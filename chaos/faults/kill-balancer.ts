import type { Fault } from './fault.ts';

/** HAProxy dies, and every connection with it. */
export const killBalancer: Fault = {
  name: 'the balancer killed',
  strike: ({ cluster }) => cluster.killProgramOf('balancer'),
};
