import { setTimeout } from 'node:timers/promises';
import { count, type Measure, median, micros, plain, type Row } from '../figures.ts';
import type { Cluster } from '../harness/cluster.ts';
import type { Testbed } from '../harness/testbed.ts';
import { loseEverySocket } from './connection-loss.ts';
import { disturbInRounds } from './page-rounds.ts';

/** Time after the last change until its effects are over. */
const CALM_MS = 1_000;

/**
 * CPU time per reconnecting page, by process: its socket, the offers for a driver, and its list of rides. All
 * pages lose their sockets at once, as in `avalanche`, without any other load.
 */
export const returnCost: Measure = (testbed, { rounds, sockets }) =>
  measureReturns(testbed, { rounds, sockets, ridesEach: 1 });

/** The same for pages with fifty rides, all but one of which were completed a day ago. */
export const returnCostOfLongLists: Measure = (testbed, { rounds, sockets }) =>
  measureReturns(testbed, { rounds, sockets: Math.max(100, Math.floor(sockets / 5)), ridesEach: 50 });

async function measureReturns(
  testbed: Testbed,
  { rounds, sockets, ridesEach }: { rounds: number; sockets: number; ridesEach: number },
): Promise<Row[]> {
  const spent: number[][] = [];
  await disturbInRounds(testbed, { rounds, sockets, ridesEach }, async ({ cluster, pages, changes }) => {
    await changes.stop();
    await setTimeout(CALM_MS);
    const before = await cpuBySpender(testbed, cluster);
    await loseEverySocket(cluster, pages);
    const after = await cpuBySpender(testbed, cluster);
    spent.push(after.map((cpu, index) => (cpu - (before[index] ?? Number.NaN)) / pages.length));
  });
  const of = (index: number) => median(spent.map((round) => round[index] ?? Number.NaN));
  const all = median(spent.map((round) => round.slice(0, -1).reduce((total, cpu) => total + cpu, 0)));
  const what = `a page that comes back, of ${count(sockets)} with ${ridesEach === 1 ? 'one ride' : `${ridesEach} rides`}: CPU`;
  return [
    ...SPENDERS.map((spender, index) => plain(`${what} of ${spender}`, micros(of(index)))),
    plain(`${what} of all but the pages`, micros(all)),
  ];
}

const SPENDERS = [
  'the balancer',
  'the servers for sockets',
  'the servers for the API',
  'Redis',
  'the document store',
  'the pages themselves',
];

/** Returns CPU time so far in microseconds, in the order of `SPENDERS`. */
async function cpuBySpender(testbed: Testbed, cluster: Cluster): Promise<number[]> {
  const { balancer, sockets, api } = await cluster.cpuMicros();
  const { redis, documentStore } = testbed.cpuMicros();
  const { user, system } = process.cpuUsage();
  return [balancer, sockets, api, redis, documentStore, user + system];
}
