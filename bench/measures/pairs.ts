import { setTimeout } from 'node:timers/promises';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { alternate, type Crowd, Tally } from '../clients/crowd.ts';
import type { OnText } from '../clients/frame-socket.ts';
import { type OpenSocket, openBaselineSocket, openMany, openPageSocket } from '../clients/sockets.ts';
import { compare, type Measure, micros, quantile } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';
import { idOf, signIn, type Testbed } from '../harness/testbed.ts';
import { riderText, startedRide } from '../rides.ts';

const PAIRS = 1_000;
const CHANGES_PER_SECOND = 1_000;
const POLL_MS = 5;
const MAX_POLLS = 2_000;

const riderOf = (pair: number) => idOf('rider', pair);
const driverOf = (pair: number) => idOf('driver', pair);

/** A thousand rides under way. The rider and the driver of each are connected to either of two nodes. */
export const pairs: Measure = async (testbed, effort) => {
  const baseline = await openBaseline(testbed);
  const runs = await alternate({ baseline, product: await openRidesUnderWay(testbed, 'server') }, effort);
  return [
    compare({
      what: 'a change to its rider and driver, over 2 nodes: CPU per delivery',
      product: runs.product.map((run) => run.cpuMicrosPerDelivery),
      baseline: runs.baseline.map((run) => run.cpuMicrosPerDelivery),
      format: micros,
      aim: { sign: '<=', ratio: 1.3 },
    }),
    compare({
      what: 'a change to its rider and driver, over 2 nodes: time, p50',
      product: runs.product.map((run) => run.p50Micros),
      baseline: runs.baseline.map((run) => run.p50Micros),
      format: micros,
      aim: { sign: '<=', ratio: 1.15 },
    }),
  ];
};

/** What one run measured. */
interface PairsRun {
  cpuMicrosPerDelivery: number;
  /** Median time from publishing a change to its delivery. */
  p50Micros: number;
}

/** Opens the pairs on two nodes of our server, by the name of its program. */
export async function openRidesUnderWay(testbed: Testbed, name: string): Promise<Crowd<PairsRun>> {
  const people = Array.from({ length: PAIRS }, (_, pair) => [
    { riderId: riderOf(pair) },
    { driverId: driverOf(pair) },
  ]);
  const cookies = await signIn(testbed.redis, people.flat());
  return openPairs(testbed, {
    nodes: [await testbed.start(name), await testbed.start(name)],
    open: ({ pair, index, port, onText }) =>
      openPageSocket({ port, cookie: cookies[pair * 2 + index] ?? '', onText }),
    compose: (pair, number) => {
      const ride = startedRide(number, riderOf(pair), driverOf(pair));
      return [`marquee:${RIDES_CHANGED}`, composeRideMessage(ride, new Date())];
    },
  });
}

async function openBaseline(testbed: Testbed): Promise<Crowd<PairsRun>> {
  const start = () => testbed.start('bench/programs/ws-baseline');
  return openPairs(testbed, {
    nodes: [await start(), await start()],
    open: ({ pair, port, onText }) => openBaselineSocket({ port, room: `${pair}`, onText }),
    compose: (pair, number) => {
      const text = riderText(startedRide(number, riderOf(pair), driverOf(pair)));
      return ['baseline', `${pair}\n${text}`];
    },
  });
}

interface Seat {
  pair: number;
  /** 0 for the pair's rider, 1 for its driver. */
  index: number;
  port: number;
  onText: OnText;
}

interface Side {
  nodes: Measured[];
  open: (seat: Seat) => Promise<OpenSocket>;
  /** Returns the channel and message that publish a change of a pair's ride. */
  compose: (pair: number, number: number) => [channel: string, message: string];
}

/**
 * Returns the nodes of a pair's two sockets. Pairs alternate between both on the same node and one on each.
 */
const nodesOf = (pair: number) => [pair % 2, (pair >> 1) % 2];

/** Opens the sockets. Changes are published at an even rate, each for the next pair. */
async function openPairs({ redis }: Testbed, { nodes, open, compose }: Side): Promise<Crowd<PairsRun>> {
  const publishedAt = new Float64Array(PAIRS);
  let latencies: number[] = [];
  let published = 0;
  const tally = new Tally();

  const listener = (pair: number): OnText => {
    const count = tally.listener();
    return (bytes, start, end) => {
      latencies.push((performance.now() - (publishedAt[pair] ?? 0)) * 1_000);
      count(bytes, start, end);
    };
  };
  const sockets = await openMany(PAIRS, (pair) =>
    Promise.all(
      nodesOf(pair).map((node, index) =>
        open({ pair, index, port: nodes[node]?.port ?? 0, onText: listener(pair) }),
      ),
    ),
  );

  const publishFor = async (seconds: number) => {
    const first = published;
    // Composed in advance: our messages take longer to compose than the baseline's, and this process also
    // takes the time of the deliveries.
    const changes = Array.from({ length: Math.round(seconds * CHANGES_PER_SECOND) }, (_, index) => {
      const pair = (first + index) % PAIRS;
      const [channel, message] = compose(pair, Math.floor((first + index) / PAIRS));
      return { pair, channel, message };
    });
    const startedAt = performance.now();
    for (const { pair, channel, message } of changes) {
      const dueAt = startedAt + ((published - first) / CHANGES_PER_SECOND) * 1_000;
      while (performance.now() < dueAt) await setTimeout(1);
      publishedAt[pair] = performance.now();
      redis.publish(channel, message);
      published += 1;
    }
    for (let poll = 0; tally.delivered < published * 2; poll += 1) {
      if (poll > MAX_POLLS) throw new Error(`${published * 2 - tally.delivered} deliveries lost`);
      await setTimeout(POLL_MS);
    }
  };
  const cpuMicros = async () => {
    const samples = await Promise.all(nodes.map((node) => node.sample()));
    return samples.reduce((sum, sample) => sum + sample.cpuMicros, 0);
  };

  return {
    async drive(seconds) {
      latencies = [];
      const [deliveredBefore, cpuBefore] = [tally.delivered, await cpuMicros()];
      await publishFor(seconds);
      const cpu = (await cpuMicros()) - cpuBefore;
      tally.assertNoFaults();
      return {
        cpuMicrosPerDelivery: cpu / (tally.delivered - deliveredBefore),
        p50Micros: quantile(latencies, 0.5),
      };
    },
    async close() {
      for (const socket of sockets.flat()) socket.cut();
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}
