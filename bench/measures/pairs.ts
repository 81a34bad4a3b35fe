import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RIDES_CHANGED } from '#common/rides/ride-events.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { openFloorSocket } from '../clients/floor-socket.ts';
import { openInTurn } from '../clients/open-in-turn.ts';
import type { OpenSocket } from '../clients/open-socket.ts';
import { openPageSocket } from '../clients/page-socket.ts';
import { Tally } from '../clients/tally.ts';
import { compare, type Effort, quantile } from '../figures.ts';
import { micros } from '../formats.ts';
import { riderText, startedRide } from '../rides.ts';
import { signIn } from '../stand/sign-in.ts';
import type { Stand } from '../stand/stand.ts';
import type { Measured } from '../stand/start-measured.ts';
import type { Measure } from './measure.ts';

const PAIRS = 1_000;
const CHANGES_PER_SECOND = 1_000;
const WARM_UP_SHARE = 0.3;

const idOf = (role: 'a' | 'b', index: number) => `${role}${index.toString(16).padStart(23, '0')}`;
const riderOf = (pair: number) => idOf('a', pair);
const driverOf = (pair: number) => idOf('b', pair);

interface Seat {
  pair: number;
  /** The pair's rider is its first, the driver its second. */
  index: number;
  port: number;
  onText: ReturnType<Tally['listener']>;
}

interface Side {
  nodes: Measured[];
  open: (seat: Seat) => Promise<OpenSocket>;
  /** The channel, and what is published on it of a pair's change. */
  compose: (pair: number, number: number) => [channel: string, message: string];
}

interface Run {
  cpuMicrosPerDelivery: number;
  p50Micros: number;
}

/** The pairs take turns at being on either node together, or on one each. */
const nodesOf = (pair: number) => [pair % 2, (pair >> 1) % 2];

/** Changes come evenly, a thousand a second, each for another pair; a change's time runs from when it is given to Redis. */
async function drive(redis: Redis, { nodes, open, compose }: Side, seconds: number): Promise<Run> {
  const publishedAt = new Float64Array(PAIRS);
  let latencies: number[] = [];
  const tally = new Tally();
  const listener = (pair: number) => {
    const count = tally.listener();
    return (bytes: Buffer, start: number, end: number) => {
      latencies.push((performance.now() - (publishedAt[pair] ?? 0)) * 1_000);
      count(bytes, start, end);
    };
  };
  const sockets = await openInTurn(PAIRS, (pair) =>
    Promise.all(
      nodesOf(pair).map((node, index) =>
        open({ pair, index, port: nodes[node]?.port ?? 0, onText: listener(pair) }),
      ),
    ),
  );

  let published = 0;
  const publishFor = async (forSeconds: number) => {
    const startedAt = performance.now();
    const [first, total] = [published, Math.round(forSeconds * CHANGES_PER_SECOND)];
    while (published < first + total) {
      const due = first + ((performance.now() - startedAt) / 1_000) * CHANGES_PER_SECOND;
      for (; published < Math.min(due, first + total); published += 1) {
        const pair = published % PAIRS;
        const [channel, message] = compose(pair, Math.floor(published / PAIRS));
        publishedAt[pair] = performance.now();
        redis.publish(channel, message);
      }
      await setTimeout(1);
    }
    for (let wait = 0; tally.delivered < published * 2; wait += 1) {
      if (wait > 2_000) throw new Error(`${published * 2 - tally.delivered} deliveries never came`);
      await setTimeout(5);
    }
  };
  const cpuMicros = async () => {
    const samples = await Promise.all(nodes.map((node) => node.sample()));
    return samples.reduce((sum, sample) => sum + sample.cpuMicros, 0);
  };

  await publishFor(seconds * WARM_UP_SHARE);
  const [deliveredBefore, cpuBefore] = [tally.delivered, await cpuMicros()];
  latencies = [];
  await publishFor(seconds);
  const cpu = (await cpuMicros()) - cpuBefore;
  for (const socket of sockets.flat()) socket.cut();

  if (tally.faults > 0) throw new Error(`${tally.faults} deliveries were lost, repeated or out of order`);
  return {
    cpuMicrosPerDelivery: cpu / (tally.delivered - deliveredBefore),
    p50Micros: quantile(latencies, 0.5),
  };
}

async function ourSide(stand: Stand): Promise<Side> {
  const nodes = [await stand.start('server'), await stand.start('server')];
  const people = Array.from({ length: PAIRS }, (_, pair) => [
    { riderId: riderOf(pair) },
    { driverId: driverOf(pair) },
  ]);
  const cookies = await signIn(stand.redis, people.flat());
  return {
    nodes,
    open: ({ pair, index, port, onText }) =>
      openPageSocket({ port, cookie: cookies[pair * 2 + index] ?? '', onText }),
    compose: (pair, number) => {
      const ride = startedRide(number, riderOf(pair), driverOf(pair));
      return [`marquee:${RIDES_CHANGED}`, composeRideMessage(ride, new Date())];
    },
  };
}

async function plainSide(stand: Stand): Promise<Side> {
  const nodes = [await stand.start('bench/floors/plain-ws'), await stand.start('bench/floors/plain-ws')];
  return {
    nodes,
    open: ({ pair, port, onText }) => openFloorSocket({ port, room: `${pair}`, onText }),
    compose: (pair, number) => {
      const text = riderText(startedRide(number, riderOf(pair), driverOf(pair)));
      return ['floor', `${pair}\n${text}`];
    },
  };
}

/** A thousand rides under way, each with its rider and its driver on screen somewhere on two nodes. */
export const pairs: Measure = async (stand, { rounds, seconds }: Effort) => {
  const [ours, plain] = [await ourSide(stand), await plainSide(stand)];
  const [product, floor]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await drive(stand.redis, plain, seconds));
    product.push(await drive(stand.redis, ours, seconds));
  }
  await Promise.all([...ours.nodes, ...plain.nodes].map((node) => node.stop()));

  return [
    compare({
      what: 'a change to its rider and driver, over 2 nodes: CPU per delivery',
      product: product.map((run) => run.cpuMicrosPerDelivery),
      floor: floor.map((run) => run.cpuMicrosPerDelivery),
      format: micros,
      aim: { sign: '<=', ratio: 1.3 },
    }),
    compare({
      what: 'a change to its rider and driver, over 2 nodes: time, p50',
      product: product.map((run) => run.p50Micros),
      floor: floor.map((run) => run.p50Micros),
      format: micros,
      aim: { sign: '<=', ratio: 1.15 },
    }),
  ];
};
