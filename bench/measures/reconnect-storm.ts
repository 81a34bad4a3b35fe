import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { getRequest, HttpConnection } from '../clients/http-connection.ts';
import { openMany, openPageSocket } from '../clients/sockets.ts';
import { type Measure, median, millis } from '../figures.ts';
import { servingAll, storeDrivers } from '../harness/store-drivers.ts';
import { storeRides } from '../harness/store-rides.ts';
import { idOf, signIn } from '../harness/testbed.ts';
import { offeredRide, startedRide } from '../rides.ts';

const RIDERS = 1_000;
const DRIVERS = 1_000;
const OPEN_OFFERS = 20;
const FOREIGN_CHANGES = [0, 9_000] as const;
const PUBLISHED_AT_ONCE = 500;
const MAX_MS = 2_000;

const riderOf = (index: number) => idOf('rider', index);
const driverOf = (index: number) => idOf('driver', index);
const ignore = () => {};

interface Storm {
  /** Time until the last page has its socket and its snapshot, in milliseconds. */
  ms: number;
  cpuMillis: number;
}

/**
 * A thousand riders and a thousand drivers are disconnected, other people's rides change, and all reconnect
 * at once. Each opens a socket and takes a snapshot: a rider the list of rides, a driver the open offers.
 */
export const reconnectStorm: Measure = async (testbed, { rounds }) => {
  const offers = Array.from({ length: OPEN_OFFERS }, (_, index) => offeredRide(index));
  const rides = Array.from({ length: RIDERS }, (_, index) => startedRide(0, riderOf(index), driverOf(index)));
  await storeRides(testbed.mongoUrl, [...offers, ...rides]);
  await storeDrivers(
    testbed.mongoUrl,
    servingAll(Array.from({ length: DRIVERS }, (_, index) => driverOf(index))),
  );
  const server = await testbed.start('server');
  const { port } = server;
  const riders = await signIn(
    testbed.redis,
    rides.map(({ riderId }) => ({ riderId })),
  );
  const drivers = await signIn(
    testbed.redis,
    Array.from({ length: DRIVERS }, (_, index) => ({ driverId: driverOf(index) })),
  );

  const asDriver = async (index: number) => {
    const cookie = drivers[index] ?? '';
    const socket = await openPageSocket({ port, cookie, isWatching: true, onText: ignore });
    const seen = JSON.parse(socket.snapshot.slice('430'.length))[0].offers.length;
    if (seen !== OPEN_OFFERS) throw new Error(`a driver sees ${seen} offers`);
    return socket;
  };
  const asRider = async (index: number) => {
    const cookie = riders[index] ?? '';
    const socket = await openPageSocket({ port, cookie, onText: ignore });
    const connection = new HttpConnection(port);
    const list = await connection.request(getRequest({ path: `/api/rides/rider/${riderOf(index)}`, cookie }));
    connection.close();
    if (JSON.parse(list.toString())[0].id !== rides[index]?.id) throw new Error('a rider misses its ride');
    return socket;
  };
  const reconnect = (atOnce: number) =>
    Promise.all([openMany(RIDERS, asRider, atOnce), openMany(DRIVERS, asDriver, atOnce)]);

  /** Publishes changes of other people's rides. Resolves once the server has received them all. */
  const changeForeignRides = async (count: number) => {
    const [listener] = await signIn(testbed.redis, [{ riderId: riderOf(RIDERS) }]);
    let onReceived = ignore;
    const onText = () => onReceived();
    const socket = await openPageSocket({ port, cookie: listener ?? '', onText });
    const messageFor = (riderId: string) =>
      composeRideMessage(startedRide(0, riderId, driverOf(DRIVERS)), new Date());
    for (let done = 0; done < count; done += PUBLISHED_AT_ONCE) {
      const pipeline = testbed.redis.pipeline();
      for (let index = 0; index < PUBLISHED_AT_ONCE; index += 1) {
        pipeline.publish(`marquee:${RIDES_CHANGED}`, messageFor(riderOf(RIDERS + 1)));
      }
      await pipeline.exec();
    }
    const received = new Promise<void>((resolve) => {
      onReceived = resolve;
    });
    await testbed.redis.publish(`marquee:${RIDES_CHANGED}`, messageFor(riderOf(RIDERS)));
    await received;
    socket.cut();
  };

  const storm = async (foreignChanges: number): Promise<Storm> => {
    await changeForeignRides(foreignChanges);
    const [startedAt, before] = [performance.now(), await server.sample()];
    const sockets = await reconnect(Math.max(RIDERS, DRIVERS));
    const [ms, after] = [performance.now() - startedAt, await server.sample()];
    for (const socket of sockets.flat()) socket.cut();
    return { ms, cpuMillis: (after.cpuMicros - before.cpuMicros) / 1_000 };
  };

  for (const socket of (await reconnect(20)).flat()) socket.cut();
  const [calm, stormy]: [Storm[], Storm[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    calm.push(await storm(FOREIGN_CHANGES[0]));
    stormy.push(await storm(FOREIGN_CHANGES[1]));
  }
  await server.stop();

  const [calmCpu, stormyCpu] = [calm, stormy].map((storms) =>
    median(storms.map(({ cpuMillis }) => cpuMillis)),
  );
  const lasted = median(stormy.map(({ ms }) => ms));
  const growth = median(
    stormy.map(({ cpuMillis }, round) => cpuMillis / (calm[round]?.cpuMillis ?? Number.NaN)),
  );
  return [
    {
      what: '2,000 pages come back at once, after 9,000 changes of strangers: until all are current',
      product: millis(lasted),
      baseline: '',
      ratio: '',
      aim: `≤ ${millis(MAX_MS)}`,
      isReached: lasted <= MAX_MS,
    },
    {
      what: "the same: the server's CPU, against coming back after no change at all",
      product: millis(stormyCpu ?? Number.NaN),
      baseline: millis(calmCpu ?? Number.NaN),
      ratio: growth.toFixed(2),
      aim: '≤ 1.2',
      isReached: growth <= 1.2,
    },
  ];
};
