import { RIDES_CHANGED } from '#common/rides/ride-events.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { getRequest, HttpConnection } from '../clients/http-connection.ts';
import { openInTurn } from '../clients/open-in-turn.ts';
import { openPageSocket } from '../clients/page-socket.ts';
import { median } from '../figures.ts';
import { millis } from '../formats.ts';
import { offeredRide, startedRide } from '../rides.ts';
import { signIn } from '../stand/sign-in.ts';
import type { Measure } from './measure.ts';

const RIDERS = 1_000;
const DRIVERS = 1_000;
const OPEN_OFFERS = 20;
const FOREIGN_EVENTS = [0, 9_000] as const;
const PUBLISHED_AT_ONCE = 500;
const MOST_MS = 2_000;

const idOf = (role: 'a' | 'b', index: number) => `${role}${index.toString(16).padStart(23, '0')}`;
const riderOf = (index: number) => idOf('a', index);
const driverOf = (index: number) => idOf('b', index);
const nobody = () => {};

interface Storm {
  /** Until the last page has its socket and its snapshot. */
  ms: number;
  cpuMillis: number;
}

/**
 * A thousand riders and a thousand drivers lose their sockets, rides of strangers change, and everybody comes back at the same moment:
 * a socket and its snapshot each, a rider's list of rides or the open offers.
 */
export const reconnectStorm: Measure = async (stand, { rounds }) => {
  const { storeRides } = await import('../stand/store-rides.ts');
  const offers = Array.from({ length: OPEN_OFFERS }, (_, index) => offeredRide(index));
  const rides = Array.from({ length: RIDERS }, (_, index) => startedRide(0, riderOf(index), driverOf(index)));
  await storeRides(stand.mongoUrl, [...offers, ...rides]);
  const server = await stand.start('server');
  const { port } = server;
  const riders = await signIn(
    stand.redis,
    rides.map(({ riderId }) => ({ riderId })),
  );
  const drivers = await signIn(
    stand.redis,
    Array.from({ length: DRIVERS }, (_, index) => ({ driverId: driverOf(index) })),
  );

  const asDriver = async (index: number) => {
    const cookie = drivers[index] ?? '';
    const socket = await openPageSocket({ port, cookie, isWatching: true, onText: nobody });
    const seen = JSON.parse(socket.snapshot.slice('430'.length))[0].offers.length;
    if (seen !== OPEN_OFFERS) throw new Error(`a driver sees ${seen} offers`);
    return socket;
  };
  const asRider = async (index: number) => {
    const cookie = riders[index] ?? '';
    const socket = await openPageSocket({ port, cookie, onText: nobody });
    const connection = new HttpConnection(port);
    const list = await connection.ask(getRequest({ path: `/api/rides/rider/${riderOf(index)}`, cookie }));
    connection.close();
    if (JSON.parse(list.toString())[0].id !== rides[index]?.id) throw new Error('a rider misses its ride');
    return socket;
  };
  const comeBack = (atOnce: number) =>
    Promise.all([openInTurn(RIDERS, asRider, atOnce), openInTurn(DRIVERS, asDriver, atOnce)]);

  /** Announces rides of strangers, and waits until the server has heard them all. */
  const changeForeignRides = async (count: number) => {
    const [listener] = await signIn(stand.redis, [{ riderId: riderOf(RIDERS) }]);
    let onHeard = nobody;
    const onText = () => onHeard();
    const socket = await openPageSocket({ port, cookie: listener ?? '', onText });
    const announce = (riderId: string) =>
      composeRideMessage(startedRide(0, riderId, driverOf(DRIVERS)), new Date());
    for (let done = 0; done < count; done += PUBLISHED_AT_ONCE) {
      const pipeline = stand.redis.pipeline();
      for (let index = 0; index < PUBLISHED_AT_ONCE; index += 1) {
        pipeline.publish(`marquee:${RIDES_CHANGED}`, announce(riderOf(RIDERS + 1)));
      }
      await pipeline.exec();
    }
    const heard = new Promise<void>((resolve) => {
      onHeard = resolve;
    });
    await stand.redis.publish(`marquee:${RIDES_CHANGED}`, announce(riderOf(RIDERS)));
    await heard;
    socket.cut();
  };

  const storm = async (foreignEvents: number): Promise<Storm> => {
    await changeForeignRides(foreignEvents);
    const [startedAt, before] = [performance.now(), await server.sample()];
    const sockets = await comeBack(Math.max(RIDERS, DRIVERS));
    const [ms, after] = [performance.now() - startedAt, await server.sample()];
    for (const socket of sockets.flat()) socket.cut();
    return { ms, cpuMillis: (after.cpuMicros - before.cpuMicros) / 1_000 };
  };

  for (const socket of (await comeBack(20)).flat()) socket.cut();
  const [calm, stormy]: [Storm[], Storm[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    calm.push(await storm(FOREIGN_EVENTS[0]));
    stormy.push(await storm(FOREIGN_EVENTS[1]));
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
      floor: '',
      ratio: '',
      aim: `≤ ${millis(MOST_MS)}`,
      isReached: lasted <= MOST_MS,
    },
    {
      what: "the same: the server's CPU, against coming back after no change at all",
      product: millis(stormyCpu ?? Number.NaN),
      floor: millis(calmCpu ?? Number.NaN),
      ratio: growth.toFixed(2),
      aim: '≤ 1.2',
      isReached: growth <= 1.2,
    },
  ];
};
