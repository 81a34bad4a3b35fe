import { setTimeout } from 'node:timers/promises';
import { RIDES_CHANGED } from '#common/rides/ride-events.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import type { OpenSocket } from '../clients/open-socket.ts';
import { openPageSocket } from '../clients/page-socket.ts';
import type { Row } from '../figures.ts';
import { offeredRide, startedRide } from '../rides.ts';
import { slopeOf } from '../slope-of.ts';
import type { Sample } from '../stand/sample.ts';
import { signIn } from '../stand/sign-in.ts';
import { METRICS_TOKEN } from '../stand/stand.ts';
import type { Measured } from '../stand/start-measured.ts';
import type { Measure } from './measure.ts';

const PER_SECOND = 200;
const STEP_MS = 50;
const LIFE_MS = 5_000;
const PEOPLE = 2_000;
/** What the process grows by while it is new is not counted. */
const WARM_UP_MS = 120_000;
const SAMPLES = 40;
const EMPTY_WITHIN_MS = 30_000;

const idOf = (role: 'a' | 'b', index: number) => `${role}${index.toString(16).padStart(23, '0')}`;
const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(2);

/** Sockets and rooms that a server says it has. */
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

/** Riders and drivers come and go, 200 a second each way, staying for five seconds, while rides change. */
export const churn: Measure = async (stand, { churnSeconds }) => {
  const server = await stand.start('server');
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    index % 2 === 0 ? { riderId: idOf('a', index) } : { driverId: idOf('b', index) },
  );
  const cookies = await signIn(stand.redis, people);
  let [opened, refused] = [0, 0];

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
    }).catch(() => {
      refused += 1;
      return null;
    });
    await setTimeout(LIFE_MS);
    (await open)?.cut();
  };
  const tell = (ride: RideRecord) =>
    stand.redis.publish(`marquee:${RIDES_CHANGED}`, composeRideMessage(ride, new Date()));

  /** Lets sockets come and go for a while, and waits until they are all gone. */
  const run = async (ms: number, onSample: (sample: Sample, ms: number) => void) => {
    const startedAt = performance.now();
    const visits: Promise<void>[] = [];
    const began = opened;
    let sampled = 0;
    for (let now = 0; now < ms; now = performance.now() - startedAt) {
      while (opened - began < (now / 1_000) * PER_SECOND) visits.push(visit());
      tell(startedRide(0, idOf('a', (opened % 1_000) * 2), idOf('b', 1)));
      if (opened % 50 < 10) tell(offeredRide(0));
      if (now >= (sampled + 1) * (ms / SAMPLES)) {
        sampled += 1;
        onSample(await server.collectAndSample(), now);
      }
      await setTimeout(STEP_MS);
    }
    await Promise.all(visits);
    await untilEmpty(server);
  };

  const ms = churnSeconds * 1_000;
  await run(Math.min(ms, WARM_UP_MS), () => {});
  const before = await server.collectAndCount();
  const [times, heaps, sizes]: [number[], number[], number[]] = [[], [], []];
  await run(ms, ({ heapBytes, rssBytes }, at) => {
    times.push(at / 60_000);
    heaps.push(heapBytes ?? Number.NaN);
    sizes.push(rssBytes);
  });
  const [gauges, after] = [await untilEmpty(server), await server.collectAndCount()];
  await server.stop();
  if (refused > 0) throw new Error(`${refused} of ${opened} handshakes failed`);

  const growth = (name: string, values: number[]): Row => {
    const { slope, error } = slopeOf(times, values);
    return {
      what: `${opened.toLocaleString('en-US')} sockets come and go, 200 a second: ${name}, growth a minute`,
      product: `${megabytes(slope)} ± ${megabytes(2 * error)} MB`,
      floor: '',
      ratio: '',
      aim: '0, within its error',
      isReached: slope - 2 * error <= 0,
    };
  };
  const left = (what: string, has = Number.NaN, had = Number.NaN, allowed = 0): Row => ({
    what: `after them: ${what}`,
    product: has.toLocaleString('en-US'),
    floor: `${had.toLocaleString('en-US')} before`,
    ratio: '',
    aim: allowed > 0 ? `≤ ${allowed} more` : 'as before',
    isReached: has <= had + allowed,
  });
  // A leak leaves something of each socket; a handful more or less is what else lives in a process.
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
