import { setTimeout } from 'node:timers/promises';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import { type OpenSocket, openPageSocket } from '../clients/sockets.ts';
import { type Measure, type Row, slopeOf } from '../figures.ts';
import type { Measured, Sample } from '../harness/measured.ts';
import { servingAll, storeDrivers } from '../harness/store-drivers.ts';
import { idOf, METRICS_TOKEN, signIn } from '../harness/testbed.ts';
import { offeredRide, startedRide } from '../rides.ts';

const PER_SECOND = 200;
const STEP_MS = 50;
const LIFE_MS = 5_000;
const PEOPLE = 2_000;
/** Growth during this time is not counted, because a new process grows anyway. */
const WARM_UP_MS = 120_000;
const SAMPLES = 40;
const EMPTY_WITHIN_MS = 30_000;

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(2);

/** Reads the numbers of sockets and rooms from a server's metrics. */
async function readGauges({ port }: Measured): Promise<{ sockets: number; rooms: number }> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
  return { sockets: read('sockets_connected'), rooms: read('socket_rooms') };
}

async function untilEmpty(server: Measured): Promise<{ sockets: number; rooms: number }> {
  const endsAt = performance.now() + EMPTY_WITHIN_MS;
  let gauges = await readGauges(server);
  while (gauges.sockets + gauges.rooms > 0 && performance.now() < endsAt) {
    await setTimeout(500);
    gauges = await readGauges(server);
  }
  return gauges;
}

/**
 * Memory growth while riders and drivers connect and disconnect at 200 a second, each staying for five
 * seconds, and rides change.
 */
export const churn: Measure = async (testbed, { churnSeconds }) => {
  await storeDrivers(
    testbed.mongoUrl,
    servingAll(Array.from({ length: PEOPLE }, (_, index) => idOf('driver', index))),
  );
  const server = await testbed.start('server');
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    index % 2 === 0 ? { riderId: idOf('rider', index) } : { driverId: idOf('driver', index) },
  );
  const cookies = await signIn(testbed.redis, people);
  let opened = 0;
  const failures: Error[] = [];

  const visit = async () => {
    const index = opened % PEOPLE;
    opened += 1;
    const isWatching = index % 2 === 1;
    const cookie = cookies[index] ?? '';
    const open: Promise<OpenSocket | null> = openPageSocket({
      port: server.port,
      cookie,
      isWatching,
      onText: () => {},
    }).catch((error) => {
      failures.push(error);
      return null;
    });
    await setTimeout(LIFE_MS);
    (await open)?.cut();
  };
  const publish = (ride: RideRecord) =>
    testbed.redis.publish(`marquee:${RIDES_CHANGED}`, composeRideMessage(ride, new Date()));

  /** Opens and closes sockets for this long, then waits until all are gone. */
  const run = async (ms: number, onSample: (sample: Sample, ms: number) => void) => {
    const startedAt = performance.now();
    const visits: Promise<void>[] = [];
    const began = opened;
    let sampled = 0;
    for (let now = 0; now < ms; now = performance.now() - startedAt) {
      while (opened - began < (now / 1_000) * PER_SECOND) visits.push(visit());
      publish(startedRide(0, idOf('rider', (opened % 1_000) * 2), idOf('driver', 1)));
      if (opened % 50 < 10) publish(offeredRide(0));
      if (now >= (sampled + 1) * (ms / SAMPLES)) {
        sampled += 1;
        onSample(await server.sample('collect'), now);
      }
      await setTimeout(STEP_MS);
    }
    await Promise.all(visits);
    await untilEmpty(server);
  };

  const ms = churnSeconds * 1_000;
  await run(Math.min(ms, WARM_UP_MS), () => {});
  const before = await server.sample('collect and count');
  const [times, heaps, sizes]: [number[], number[], number[]] = [[], [], []];
  await run(ms, ({ heapBytes, rssBytes }, at) => {
    times.push(at / 60_000);
    heaps.push(heapBytes ?? Number.NaN);
    sizes.push(rssBytes);
  });
  const [gauges, after] = [await untilEmpty(server), await server.sample('collect and count')];
  await server.stop();
  if (failures.length > 0) {
    throw new Error(`${failures.length} of ${opened} handshakes failed`, { cause: failures[0] });
  }

  const growth = (name: string, values: number[]): Row => {
    const { slope, error } = slopeOf(times, values);
    return {
      what: `${opened.toLocaleString('en-US')} sockets come and go, 200 a second: ${name}, growth a minute`,
      product: `${megabytes(slope)} ± ${megabytes(2 * error)} MB`,
      baseline: '',
      ratio: '',
      aim: '0, within its error',
      isReached: slope - 2 * error <= 0,
    };
  };
  const left = (what: string, has = Number.NaN, had = Number.NaN, allowed = 0): Row => ({
    what: `after them: ${what}`,
    product: has.toLocaleString('en-US'),
    baseline: `${had.toLocaleString('en-US')} before`,
    ratio: '',
    aim: allowed > 0 ? `≤ ${allowed} more` : 'as before',
    isReached: has <= had + allowed,
  });
  // A leak would leave something per socket. A few objects more or less belong to the rest of the process.
  const few = Math.round(opened / 1_000);
  return [
    growth('heap, compiled code apart', heaps),
    growth('memory of the process', sizes),
    left('rooms', gauges.rooms, 0),
    left('sockets', gauges.sockets, 0),
    left('timers', after.held?.timers, before.held?.timers),
    left('event emitters alive', after.held?.emitters, before.held?.emitters, few),
    left('functions alive, listeners among them', after.held?.functions, before.held?.functions, few),
  ];
};
