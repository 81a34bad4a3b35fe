import { setTimeout } from 'node:timers/promises';
import { answersPerSecond, flood, MAX_CONNECTIONS } from '../clients/flood.ts';
import { patchRequest } from '../clients/http-connection.ts';
import { openMany, openPageSocket } from '../clients/sockets.ts';
import { compare, count, type Measure, millis, none, perSecond, plain, quantile, sum } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';
import { idOf, ORIGIN, signIn, type Testbed } from '../harness/testbed.ts';

const TIMES_CAPACITY = 2;
const MAX_FLOOD_SECONDS = 6;
const UNBOUNDED = '1000000';
const PEOPLE = 64;
const PAGES = 500;
const ANSWERED_WITHIN_MS = 10_000;

/**
 * Sends twice as many requests as a node can serve, without waiting for replies. Compares its throughput with
 * its capacity, and its latency with that of a node without a limit. The node has to refuse the excess by 503
 * with Retry-After, and keep the sockets of its pages.
 */
export const overload: Measure = async (testbed, { rounds, seconds }) => {
  const ours = await testbed.start('bench/programs/app-node');
  const unbounded = await testbed.start('bench/programs/app-node', { REQUESTS_UNDER_WAY: UNBOUNDED });
  const requests = await mixedRequests(testbed);
  const waiting = requests.slice(0, PEOPLE);
  const pages = await openPages(testbed, ours);

  const refused: number[] = [];
  const failed: number[] = [];
  const sent: number[] = [];
  const capacity: number[] = [];
  const answered: number[] = [];
  const late: number[] = [];
  const lateUnbounded: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The first run is the warm-up, and counts if the machine was busy during the second.
    const perSecondAtMost = Math.max(
      await answersPerSecond(ours, waiting, seconds),
      await answersPerSecond(ours, waiting, seconds),
    );
    // An unlimited node falls behind by its capacity each second, and a node only refuses requests once it
    // has fallen behind.
    const floodSeconds = Math.min(MAX_FLOOD_SECONDS, (MAX_CONNECTIONS * 0.75) / perSecondAtMost);
    const load = { requests, seconds: floodSeconds, rate: TIMES_CAPACITY * perSecondAtMost };
    const bounded = await flood(ours, load);
    const free = await flood(unbounded, load);
    refused.push(bounded.refused);
    failed.push(bounded.failed);
    sent.push(bounded.refused + bounded.failed + bounded.times.length);
    capacity.push(perSecondAtMost);
    answered.push(bounded.perSecond);
    late.push(quantile(bounded.times, 0.99));
    lateUnbounded.push(quantile(free.times, 0.99));
  }
  const answering = await pages.countAnswering();
  pages.close();
  return [
    {
      ...plain(
        `at twice the capacity: requests refused, with Retry-After, of ${count(sum(sent))}`,
        count(sum(refused)),
      ),
      aim: 'some',
      isReached: sum(refused) > 0,
    },
    none('at twice the capacity: requests without an answer, or with another', sum(failed)),
    none(`at twice the capacity: sockets lost, of ${count(PAGES)}`, PAGES - answering),
    compare({
      what: 'at twice the capacity: requests answered, against the capacity',
      product: answered,
      baseline: capacity,
      format: perSecond,
      aim: { sign: '>=', ratio: 0.5 },
    }),
    compare({
      what: 'at twice the capacity: time to the answer, p99, against a node that refuses nothing',
      product: late,
      baseline: lateUnbounded,
      format: millis,
      aim: { sign: '<=', ratio: 0.5 },
    }),
  ];
};

/**
 * Builds requests to three calls that change or read a ride in memory. No call may take more than a third of
 * a node's places, so it takes three calls to fill them.
 */
async function mixedRequests({ redis }: Testbed): Promise<Buffer[]> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({ driverId: idOf('driver', index) }));
  const cookies = await signIn(redis, people);
  return cookies.flatMap((cookie, index) =>
    ['status', 'published', 'read'].map((call) =>
      patchRequest({
        path: `/api/bench/${idOf('ride', index)}/${call}`,
        cookie,
        origin: ORIGIN,
        body: { status: 'accepted', riderId: idOf('rider', index), driverId: idOf('driver', index) },
      }),
    ),
  );
}

/** Opens pages at a node. */
async function openPages({ redis }: Testbed, { port }: Measured) {
  const people = Array.from({ length: PAGES }, (_, index) => ({ riderId: idOf('rider', PEOPLE + index) }));
  const cookies = await signIn(redis, people);
  let answering = 0;
  let onAnswer = () => {};
  const pages = await openMany(PAGES, (index) =>
    openPageSocket({
      port,
      cookie: cookies[index] ?? '',
      onText: () => {},
      onAck: () => {
        answering += 1;
        onAnswer();
      },
    }),
  );
  return {
    /** Counts the pages that the node still answers. */
    async countAnswering(): Promise<number> {
      answering = 0;
      const all = new Promise<void>((resolve) => {
        onAnswer = () => {
          if (answering === PAGES) resolve();
        };
      });
      for (const page of pages) page.send('421["link:check"]');
      await Promise.race([all, setTimeout(ANSWERED_WITHIN_MS, undefined, { ref: false })]);
      return answering;
    },
    close() {
      for (const page of pages) page.cut();
    },
  };
}
