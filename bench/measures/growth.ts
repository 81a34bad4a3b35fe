import { setTimeout } from 'node:timers/promises';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { HttpConnection, patchRequest } from '../clients/http-connection.ts';
import { openPagesElsewhere, type PageProcesses } from '../clients/page-processes.ts';
import { compare, count, kilobytes, type Measure, micros, type Row, sum } from '../figures.ts';
import type { Measured } from '../harness/measured.ts';
import { socketsThatFit } from '../harness/open-files.ts';
import { storeDrivers } from '../harness/store-drivers.ts';
import { storeRides } from '../harness/store-rides.ts';
import { idOf, ORIGIN, signIn, type Testbed } from '../harness/testbed.ts';
import { offeredRide } from '../rides.ts';

/** Drivers who watch before the first measurement, because a new process needs more CPU and memory. */
const WARM_UP = 100;
/** Numbers of drivers who watch the offers. The highest is four times the sockets of the release measures. */
const LEVELS = [500, 2_000, 5_000, 10_000, 20_000];
const TIMES_SOCKETS = 4;
const KINDS = VEHICLE_IDS.length;
/** Rides accepted at each number of drivers: this many to warm up, and as many measured. */
const ACCEPTED = 3 * KINDS;
const SETTLE_MS = 1_000;
/** The highest ratio of the cost per delivery, or of the memory per driver, to that with 500 drivers. */
const FLAT = 1.5;

/** What a number of drivers costs. */
interface Cost {
  drivers: number;
  cpuPerDelivery: number;
  cpuPerAccept: number;
  /** Memory per driver added at this level. */
  bytesPerDriver: number;
}

const driverOf = (index: number) => idOf('driver', index);

/**
 * More and more drivers, each with one kind of vehicle, watch the offers of one node. Measures the CPU time
 * per delivered offer, the CPU time per accepted ride (which is published to all drivers of its kind), and
 * the memory per driver, compared with 500 drivers.
 */
export const growth: Measure = async (testbed, { seconds, sockets }) => {
  const most = socketsThatFit(TIMES_SOCKETS * sockets);
  const levels = [WARM_UP, ...new Set(LEVELS.map((level) => Math.min(level, most)))];
  const accepts = await store(testbed, { drivers: levels.at(-1) ?? 0, rides: 2 * ACCEPTED * levels.length });
  const server = await testbed.start('server');
  const open = openerOf(testbed, server);
  const publishOffers = publisherOf(testbed);

  const costs: Cost[] = [];
  const crowds: PageProcesses[] = [];
  try {
    let from = 0;
    for (const drivers of levels) {
      const { rssBytes } = await server.sample('collect');
      crowds.push(await open(from, drivers - from));
      await setTimeout(SETTLE_MS);
      const bytesPerDriver = ((await server.sample('collect')).rssBytes - rssBytes) / (drivers - from);
      from = drivers;
      await deliver({ server, crowds, drivers, publishOffers, seconds: seconds / 3 });
      const cpuPerDelivery = await deliver({ server, crowds, drivers, publishOffers, seconds });
      await accept(server, accepts.splice(0, ACCEPTED));
      const cpuPerAccept = await accept(server, accepts.splice(0, ACCEPTED));
      costs.push({ drivers, cpuPerDelivery, cpuPerAccept, bytesPerDriver });
    }
    const counts = await Promise.all(crowds.map((crowd) => crowd.count()));
    const lost = sum(counts.map((each) => each.lost));
    if (lost > 0) throw new Error(`${lost} sockets were lost`);
  } finally {
    for (const crowd of crowds) crowd.close();
    await server.stop();
  }
  return rowsOf(costs.slice(1));
};

/**
 * Stores the drivers, and open rides of all kinds.
 *
 * @returns one request per ride that accepts it, each by a different driver of its kind
 */
async function store(testbed: Testbed, { drivers, rides }: { drivers: number; rides: number }) {
  const all = Array.from({ length: drivers }, (_, index) => ({
    driverId: driverOf(index),
    serves: VEHICLE_IDS.slice(index % KINDS, (index % KINDS) + 1),
  }));
  await storeDrivers(testbed.mongoUrl, all);
  const offers = Array.from({ length: rides }, (_, index) => ({
    ...offeredRide(index),
    rideType: VEHICLE_IDS[index % KINDS] ?? '',
  }));
  await storeRides(testbed.mongoUrl, offers);
  const cookies = await signIn(
    testbed.redis,
    all.slice(0, rides).map(({ driverId }) => ({ driverId })),
  );
  return offers.map(({ id }, index) =>
    patchRequest({
      path: `/api/rides/${id}/status`,
      cookie: cookies[index] ?? '',
      origin: ORIGIN,
      body: { status: 'accepted', driverId: driverOf(index) },
    }),
  );
}

const openerOf =
  (testbed: Testbed, { port }: Measured) =>
  (first: number, drivers: number) =>
    openPagesElsewhere({ port, redisUrl: testbed.redisUrl, first, count: drivers, isWatching: true });

/** Returns a function that publishes an offer of each kind, all with the next number. */
function publisherOf({ redis }: Testbed) {
  let number = 0;
  return async () => {
    const pipeline = redis.pipeline();
    for (const rideType of VEHICLE_IDS) {
      const message = composeRideMessage({ ...offeredRide(number), rideType }, new Date());
      pipeline.publish(`marquee:${RIDES_CHANGED}`, message);
    }
    number += 1;
    await pipeline.exec();
  };
}

interface Delivery {
  server: Measured;
  crowds: readonly PageProcesses[];
  drivers: number;
  publishOffers: () => Promise<void>;
  seconds: number;
}

/**
 * Publishes an offer of each kind whenever every driver has received the previous one.
 *
 * @returns CPU time per delivery, in microseconds
 */
async function deliver({ server, crowds, drivers, publishOffers, seconds }: Delivery): Promise<number> {
  const got = await Promise.all(crowds.map(async (crowd) => (await crowd.count()).delivered));
  const before = await server.sample();
  const endsAt = performance.now() + seconds * 1_000;
  let times = 0;
  while (performance.now() < endsAt) {
    times += 1;
    await publishOffers();
    await Promise.all(
      crowds.map((crowd, index) => crowd.untilDelivered((got[index] ?? 0) + times * crowd.pages)),
    );
  }
  const after = await server.sample();
  return (after.cpuMicros - before.cpuMicros) / (times * drivers);
}

/**
 * Accepts the rides in turn, then waits until the acceptances must have been delivered.
 *
 * @returns CPU time per ride, in microseconds
 */
async function accept(server: Measured, requests: readonly Buffer[]): Promise<number> {
  const before = await server.sample();
  const connection = new HttpConnection(server.port);
  for (const request of requests) await connection.request(request);
  connection.close();
  await setTimeout(SETTLE_MS);
  const after = await server.sample();
  return (after.cpuMicros - before.cpuMicros) / requests.length;
}

/** Compares each cost with that of the fewest drivers. */
function rowsOf(costs: readonly Cost[]): Row[] {
  const [fewest] = costs;
  if (!fewest) return [];
  const row = (cost: Cost, key: Exclude<keyof Cost, 'drivers'>, format: (value: number) => string) => ({
    product: [cost[key]],
    baseline: [fewest[key]],
    format,
  });
  return costs.flatMap((cost) => {
    const drivers = `${count(cost.drivers)} drivers`;
    const notified = count(cost.drivers / KINDS);
    const aim = cost === fewest ? null : ({ sign: '<=', ratio: FLAT } as const);
    return [
      compare({ what: `${drivers}: CPU per offer delivered`, ...row(cost, 'cpuPerDelivery', micros), aim }),
      compare({
        what: `${drivers}: CPU per ride accepted, of which ${notified} are notified`,
        ...row(cost, 'cpuPerAccept', micros),
        aim: null,
      }),
      compare({
        what: `${drivers}: memory of each of those who came last`,
        ...row(cost, 'bytesPerDriver', kilobytes),
        aim,
      }),
    ];
  });
}
