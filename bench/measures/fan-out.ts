import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { alternate, type Crowd, type CrowdOptions, type FanOutRun, openCrowd } from '../clients/crowd.ts';
import { openBaselineSocket, openMany, openPageSocket } from '../clients/sockets.ts';
import { compare, type Measure, micros, perSecond, type Row } from '../figures.ts';
import { servingAll, storeDrivers } from '../harness/store-drivers.ts';
import { idOf, signIn, type Testbed } from '../harness/testbed.ts';
import { offeredRide, offerText } from '../rides.ts';

const SIZES = [500, 2_000, 5_000];

/** Fan-out of one new offer at a time to all watching drivers. */
export const broadcast: Measure = async (testbed, effort) => {
  const rows: Row[] = [];
  for (const drivers of SIZES) {
    const fanOut = { drivers, burst: 1 };
    const { product, baseline } = await alternate(await openSides(testbed, fanOut), effort);
    const to = `an offer to ${drivers.toLocaleString('en-US')} drivers`;
    rows.push(
      compare({
        what: `${to}: CPU per delivery`,
        product: product.map((run) => run.cpuMicrosPerDelivery),
        baseline: baseline.map((run) => run.cpuMicrosPerDelivery),
        format: micros,
        aim: { sign: '<=', ratio: 1 },
      }),
      compare({
        what: `${to}: deliveries`,
        product: product.map((run) => run.deliveriesPerSecond),
        baseline: baseline.map((run) => run.deliveriesPerSecond),
        format: perSecond,
        aim: { sign: '>=', ratio: 1 },
      }),
    );
  }
  return rows;
};

/** Fan-out of sixteen offers at once to 500 watching drivers. */
export const burst: Measure = async (testbed, effort) => {
  const fanOut = { drivers: 500, burst: 16 };
  const { product, baseline } = await alternate(await openSides(testbed, fanOut), effort);
  return [
    compare({
      what: '16 offers at once to 500 drivers: deliveries',
      product: product.map((run) => run.deliveriesPerSecond),
      baseline: baseline.map((run) => run.deliveriesPerSecond),
      format: perSecond,
      aim: { sign: '>=', ratio: 8 },
    }),
    compare({
      what: '16 offers at once to 500 drivers: CPU per delivery',
      product: product.map((run) => run.cpuMicrosPerDelivery),
      baseline: baseline.map((run) => run.cpuMicrosPerDelivery),
      format: micros,
      aim: null,
    }),
  ];
};

interface FanOut {
  /** Drivers who watch the offers. */
  drivers: number;
  /** New offers published at once. */
  burst: number;
}

/** A server with drivers who watch its offers, and the function that publishes offers. */
export type FanOutSide = Omit<CrowdOptions, 'burst'>;

/** Starts our server by the name of its program, with drivers who watch the offers. */
export async function watchersSide(testbed: Testbed, name: string, drivers: number): Promise<FanOutSide> {
  const people = Array.from({ length: drivers }, (_, index) => ({ driverId: idOf('driver', index) }));
  await storeDrivers(testbed.mongoUrl, servingAll(people.map(({ driverId }) => driverId)));
  const server = await testbed.start(name);
  const cookies = await signIn(testbed.redis, people);
  return {
    server,
    publish: (numbers) => {
      const messages = numbers.map((number) => composeRideMessage(offeredRide(number), new Date()));
      publishAll(testbed, `marquee:${RIDES_CHANGED}`, messages);
    },
    open: (listener) =>
      openMany(drivers, (index) =>
        openPageSocket({
          port: server.port,
          cookie: cookies[index] ?? '',
          isWatching: true,
          onText: listener(),
        }),
      ),
  };
}

/** Opens the sockets of `watchersSide` as a crowd. */
export const openWatchers = async (
  testbed: Testbed,
  name: string,
  { drivers, burst }: FanOut,
): Promise<Crowd<FanOutRun>> => openCrowd({ ...(await watchersSide(testbed, name, drivers)), burst });

/** Starts the plain `ws` server with as many sockets. */
export async function baselineSide(testbed: Testbed, drivers: number): Promise<FanOutSide> {
  const server = await testbed.start('bench/programs/ws-baseline');
  return {
    server,
    publish: (numbers) => {
      const messages = numbers.map((number) => `offers\n${offerText(offeredRide(number))}`);
      publishAll(testbed, 'baseline', messages);
    },
    open: (listener) =>
      openMany(drivers, () => openBaselineSocket({ port: server.port, room: 'offers', onText: listener() })),
  };
}

const openSides = async (testbed: Testbed, fanOut: FanOut) => ({
  baseline: await openCrowd({ ...(await baselineSide(testbed, fanOut.drivers)), burst: fanOut.burst }),
  product: await openWatchers(testbed, 'server', fanOut),
});

function publishAll({ redis }: Testbed, channel: string, messages: string[]): void {
  const pipeline = redis.pipeline();
  for (const message of messages) pipeline.publish(channel, message);
  pipeline.exec();
}
