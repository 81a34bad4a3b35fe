import type { Fault } from '../faults/fault.ts';
import { killBalancer } from '../faults/kill-balancer.ts';
import type { Violation } from '../history/check-history.ts';
import type { Mutation } from './mutating.ts';

/** A build that is wrong, in servers and workers or in the page, and what has to happen to it before that shows. */
export interface Mutant {
  name: string;
  where: 'node' | 'page';
  mutation: Mutation;
  faults: readonly Fault[];
  /** As what the history checker has to know it. */
  isFoundAs: Violation['name'];
}

const ANNOUNCE = {
  file: 'server/rides/events/publish-ride.ts',
  statement: 'await redis.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date()));',
};

/** The builds that the suite has to catch: else it would not notice if the product became one of them. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'drops one announcement',
    where: 'node',
    mutation: {
      ...ANNOUNCE,
      replacement: `
        const nth = Number(Reflect.get(globalThis, 'announcements') ?? 0) + 1;
        Reflect.set(globalThis, 'announcements', nth);
        if (nth !== 3) ${ANNOUNCE.statement}`,
    },
    faults: [],
    isFoundAs: 'lost',
  },
  {
    name: 'publishes twice',
    where: 'node',
    mutation: { ...ANNOUNCE, replacement: `${ANNOUNCE.statement} ${ANNOUNCE.statement}` },
    faults: [],
    isFoundAs: 'heard twice',
  },
  {
    name: 'skips the resync after a reconnection',
    where: 'page',
    mutation: {
      file: 'web/app/realtime.ts',
      statement: 'setOffersChannel(offersChannelOf(socket));\n    resyncLists();',
      replacement: 'setOffersChannel(offersChannelOf(socket));',
    },
    faults: [killBalancer],
    isFoundAs: 'lost',
  },
];
