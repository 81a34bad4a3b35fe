import { HttpConnection } from '../clients/http-connection.ts';
import { compare, type Measure, millis, perSecond, quantile } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';
import { patchRequests } from './requests.ts';

const TIMES_CAPACITY = 2;
const TICK_MS = 2;
/** As many as wait at a node that refuses nothing before its clients give up. */
const MAX_CONNECTIONS = 4_000;
const UNBOUNDED = '1000000';

/**
 * Twice as many requests as a node can answer, sent at their times whether or not those before are answered: what it
 * answers of them, and how late, beside its own capacity and beside a node that takes everything in.
 */
export const overload: Measure = async (testbed, { rounds, seconds }) => {
  const ours = await testbed.start('bench/programs/app-node');
  const unbounded = await testbed.start('bench/programs/app-node', { REQUESTS_UNDER_WAY: UNBOUNDED });
  const requests = await patchRequests(testbed);

  const capacity: number[] = [];
  const answered: number[] = [];
  const late: number[] = [];
  const lateUnbounded: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await capacityOf(ours, requests, seconds);
    const perSecondAtMost = await capacityOf(ours, requests, seconds);
    // A node that refuses nothing falls behind by its capacity each second.
    const floodSeconds = Math.min(seconds, (MAX_CONNECTIONS * 0.75) / perSecondAtMost);
    const load = { requests, seconds: floodSeconds, rate: TIMES_CAPACITY * perSecondAtMost };
    const bounded = await flood(ours, load);
    const free = await flood(unbounded, load);
    capacity.push(perSecondAtMost);
    answered.push(bounded.perSecond);
    late.push(quantile(bounded.times, 0.99));
    lateUnbounded.push(quantile(free.times, 0.99));
  }
  return [
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

/** Requests answered a second where each connection sends its next one once it has its reply. */
async function capacityOf(server: Measured, requests: readonly Buffer[], seconds: number): Promise<number> {
  let replied = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(
    [...requests, ...requests].map(async (request) => {
      const connection = new HttpConnection(server.port);
      while (performance.now() < endsAt) {
        await connection.request(request);
        replied += 1;
      }
      connection.close();
    }),
  );
  return replied / secondsSince(startedAt);
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

interface Load {
  requests: readonly Buffer[];
  seconds: number;
  /** Requests a second. */
  rate: number;
}

/**
 * Sends requests at a rate, and waits until each is answered.
 *
 * @returns how long each took that was not refused, in milliseconds, and how many of these there were a second
 * @throws where one is answered with anything but 200 and 503
 */
async function flood(server: Measured, { requests, seconds, rate }: Load) {
  const idle: HttpConnection[] = [];
  const all: HttpConnection[] = [];
  const underWay: Promise<void>[] = [];
  const answered: number[] = [];

  function open(): HttpConnection {
    if (all.length === MAX_CONNECTIONS) throw new Error('more connections than a machine should open');
    const connection = new HttpConnection(server.port);
    all.push(connection);
    return connection;
  }

  async function send(request: Buffer): Promise<void> {
    const connection = idle.pop() ?? open();
    const sentAt = performance.now();
    const { head } = await connection.exchange(request);
    if (head.startsWith('HTTP/1.1 200')) answered.push(performance.now() - sentAt);
    else if (!head.startsWith('HTTP/1.1 503')) throw new Error(head);
    idle.push(connection);
  }

  const startedAt = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - startedAt) {
    const due = Math.floor((elapsed / 1_000) * rate);
    while (underWay.length < due) {
      const request = requests[underWay.length % requests.length];
      if (request) underWay.push(send(request));
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
  const rateAnswered = answered.length / secondsSince(startedAt);
  for (const connection of all) connection.close();
  return { times: answered, perSecond: rateAnswered };
}
