import { setTimeout } from 'node:timers/promises';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { Tally } from '../clients/crowd.ts';
import { openMany, openPageSocket } from '../clients/sockets.ts';
import { compare, type Measure, micros, millis, quantile } from '../figures.ts';
import { storeRides } from '../harness/store-rides.ts';
import { idOf, signIn, type Testbed } from '../harness/testbed.ts';
import { startedRide } from '../rides.ts';

const DRIVERS = 1_000;
const CHANGES_PER_SECOND = 200;

/** The latest that a change of a ride may reach its rider's socket, in milliseconds. */
const MOST_MS = 50;

/** Long enough for every driver to send a position once a second, four times. */
const RUN_SECONDS = 4;
const RUNS_PER_ROUND = 3;

/** A change not delivered after this many milliseconds counts as lost. */
const LOST_AFTER_MS = 10_000;

const riderOf = (index: number) => idOf('rider', index);
const driverOf = (index: number) => idOf('driver', index);

/**
 * A thousand drivers each send a position a second to one node while rides change. Compares the latency of
 * these changes with alternating runs without positions on the same sockets.
 */
export const positions: Measure = async (testbed, { rounds }) => {
  const road = await openRoad(testbed);
  const runs: { quiet: RoadRun; busy: RoadRun }[] = [];
  try {
    await road.drive({ isSending: true });
    for (let run = 0; run < rounds * RUNS_PER_ROUND; run += 1) {
      runs.push({
        quiet: await road.drive({ isSending: false }),
        busy: await road.drive({ isSending: true }),
      });
    }
  } finally {
    await road.close();
  }

  const what = `a change to its rider, while ${DRIVERS.toLocaleString('en-US')} drivers send a position a second`;
  const compareAt = (share: number, name: string) =>
    compare({
      what: `${what}: time, ${name}`,
      product: runs.map(({ busy }) => quantile(busy.delaysMs, share)),
      baseline: runs.map(({ quiet }) => quantile(quiet.delaysMs, share)),
      format: millis,
      aim: null,
    });
  const [busy, quiet] = [runs.flatMap((run) => run.busy.delaysMs), runs.flatMap((run) => run.quiet.delaysMs)];
  const late = (delaysMs: number[]) => delaysMs.filter((ms) => ms > MOST_MS).length;
  const longest = compareAt(1, `the longest of a run`);
  const taken = runs.reduce((sum, run) => sum + run.busy.positions, 0);
  if (taken === 0) throw new Error('no position reached anybody');
  const sent = runs.reduce((sum, run) => sum + run.busy.sent, 0);
  const cpuMicros = runs.reduce((sum, run) => sum + run.busy.cpuMicros - run.quiet.cpuMicros, 0);
  const alone = { baseline: '', ratio: '', aim: '', isReached: null };
  return [
    compareAt(0.5, 'p50'),
    compareAt(0.99, 'p99'),
    longest,
    {
      what: `${what}: later than ${MOST_MS} ms, of ${busy.length.toLocaleString('en-US')}`,
      product: `${late(busy)}`,
      baseline: `${late(quiet)}`,
      ratio: '',
      aim: 'none',
      isReached: late(busy) === 0,
    },
    { ...alone, what: "a position that is sent: the server's CPU", product: micros(cpuMicros / sent) },
    {
      ...alone,
      what: 'positions that reached their riders',
      product: `${((taken / sent) * 100).toFixed(1)} %`,
    },
  ];
};

interface RoadRun {
  /** For each change, the time from publishing to its rider's socket, in milliseconds. */
  delaysMs: number[];
  /** Positions that drivers sent, and positions that riders received. */
  sent: number;
  positions: number;
  cpuMicros: number;
}

interface Road {
  drive(options: { isSending: boolean }): Promise<RoadRun>;
  close(): Promise<void>;
}

/**
 * Without a position for this many milliseconds, none is in flight any more. It also keeps every driver below
 * two positions a second across runs.
 */
const STILL_MS = 1_500;

async function untilStill(read: () => number): Promise<void> {
  for (let last = Number.NaN; last !== read(); ) {
    last = read();
    await setTimeout(STILL_MS);
  }
}

/**
 * Offset in an event's text of the first letter of its name, which tells `position:moved`
 * from `ride:changed`.
 */
const EVENT_AT = '42["'.length;
const POSITION = 'p'.charCodeAt(0);

/** Starts a node with a thousand rides under way and connects their riders and drivers. */
async function openRoad({ redis, mongoUrl, start }: Testbed): Promise<Road> {
  const indexes = Array.from({ length: DRIVERS }, (_, index) => index);
  const underWay = indexes.map((index) => ({
    ...startedRide(0, riderOf(index), driverOf(index)),
    bookingType: 'point-to-point' as const,
    hours: null,
  }));
  await storeRides(mongoUrl, underWay);
  const server = await start('server');
  const riders = await signIn(
    redis,
    indexes.map((index) => ({ riderId: riderOf(index) })),
  );
  const drivers = await signIn(
    redis,
    indexes.map((index) => ({ driverId: driverOf(index) })),
  );

  const publishedAt = new Float64Array(DRIVERS);
  const tally = new Tally();
  let delaysMs: number[] = [];
  let [published, sent, received] = [0, 0, 0];

  const listen = (index: number) => {
    const count = tally.listener();
    return (bytes: Buffer, start: number, end: number) => {
      if (bytes[start + EVENT_AT] === POSITION) {
        received += 1;
        return;
      }
      delaysMs.push(performance.now() - (publishedAt[index] ?? 0));
      count(bytes, start, end);
    };
  };
  const open = (cookie: string | undefined, onText = (_bytes: Buffer, _start: number, _end: number) => {}) =>
    openPageSocket({ port: server.port, cookie: cookie ?? '', onText });
  const riderSockets = await openMany(DRIVERS, (index) => open(riders[index], listen(index)));
  const driverSockets = await openMany(DRIVERS, (index) => open(drivers[index]));

  const change = () => {
    const index = published % DRIVERS;
    const ride = startedRide(Math.floor(published / DRIVERS), riderOf(index), driverOf(index));
    const message = composeRideMessage(ride, new Date());
    publishedAt[index] = performance.now();
    redis.publish(`marquee:${RIDES_CHANGED}`, message);
    published += 1;
  };
  const sendPosition = () => {
    // Up and down the Strip at about twelve metres a second.
    const lat = 36.1 + Math.abs(((sent / DRIVERS) % 400) - 200) * 0.0001;
    driverSockets[sent % DRIVERS]?.send(
      `42["position:send",{"lat":${lat.toFixed(5)},"lng":-115.17,"accuracy":8}]`,
    );
    sent += 1;
  };

  return {
    async drive({ isSending }) {
      delaysMs = [];
      const before = { sent, received, cpuMicros: (await server.sample()).cpuMicros };
      const [changesBefore, startedAt] = [published, performance.now()];
      for (let seconds = 0; seconds < RUN_SECONDS; ) {
        seconds = Math.min(RUN_SECONDS, (performance.now() - startedAt) / 1_000);
        while (published - changesBefore < seconds * CHANGES_PER_SECOND) change();
        while (isSending && sent - before.sent < seconds * DRIVERS) sendPosition();
        await setTimeout(1);
      }
      const lostAt = performance.now() + LOST_AFTER_MS;
      while (tally.delivered < published) {
        if (performance.now() > lostAt) throw new Error(`${published - tally.delivered} changes lost`);
        await setTimeout(1);
      }
      await untilStill(() => received);
      const { cpuMicros } = await server.sample();
      tally.assertNoFaults();
      return {
        delaysMs,
        sent: sent - before.sent,
        positions: received - before.received,
        cpuMicros: cpuMicros - before.cpuMicros,
      };
    },
    async close() {
      for (const socket of [...riderSockets, ...driverSockets]) socket.cut();
      await server.stop();
    },
  };
}
