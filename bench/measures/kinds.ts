import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { RIDES_CHANGED } from '#server/infra/channels.ts';
import { composeRideMessage } from '#server/rides/events/publish-ride.ts';
import { alternate, type Crowd, type FanOutRun, openCrowd } from '../clients/crowd.ts';
import { openMany, openPageSocket } from '../clients/sockets.ts';
import { compare, type Measure, micros } from '../figures.ts';
import { servingAll, storeDrivers } from '../harness/store-drivers.ts';
import { idOf, openTestbed, signIn, type Testbed } from '../harness/testbed.ts';
import { offeredRide } from '../rides.ts';

const DRIVERS = 2_000;
const KINDS = VEHICLE_IDS.length;
const DRIVER_IDS = Array.from({ length: DRIVERS }, (_, index) => idOf('driver', index));

/**
 * Compares drivers who serve one kind of vehicle each with drivers who all serve every kind, at one offer of
 * each kind at once. Shows what rooms by kind save in the fan-out of an offer.
 */
export const kinds: Measure = async (testbed, effort) => {
  const other = await openTestbed();
  try {
    const sides = { product: await openOneKindEach(testbed), baseline: await openAllKinds(other) };
    const { product, baseline } = await alternate(sides, effort);
    return [
      compare({
        what: `an offer, ${DRIVERS.toLocaleString('en-US')} drivers of ${KINDS} kinds against all of every kind: CPU per offer`,
        product: product.map((run) => (run.cpuMicrosPerDelivery * DRIVERS) / KINDS),
        baseline: baseline.map((run) => run.cpuMicrosPerDelivery * DRIVERS),
        format: micros,
        aim: { sign: '<=', ratio: 0.2 },
      }),
    ];
  } finally {
    await other.close();
  }
};

/** Each driver receives one offer per burst. The offers of a burst have the same number. */
function openOneKindEach(testbed: Testbed): Promise<Crowd<FanOutRun>> {
  const drivers = DRIVER_IDS.map((driverId, index) => ({
    driverId,
    serves: VEHICLE_IDS.slice(index % KINDS, (index % KINDS) + 1),
  }));
  return openDrivers(testbed, {
    stored: () => storeDrivers(testbed.mongoUrl, drivers),
    burst: 1,
    offersOf: (numbers) => numbers.flatMap((number) => VEHICLE_IDS.map((kind) => [number, kind] as const)),
  });
}

/** Each driver receives every offer. */
const openAllKinds = (testbed: Testbed): Promise<Crowd<FanOutRun>> =>
  openDrivers(testbed, {
    stored: () => storeDrivers(testbed.mongoUrl, servingAll(DRIVER_IDS)),
    burst: KINDS,
    offersOf: (numbers) =>
      numbers.map((number) => [number, VEHICLE_IDS[number % KINDS] ?? 'lux-sedan'] as const),
  });

interface Drivers {
  stored: () => Promise<void>;
  /** How many of the offers published at once each driver receives. */
  burst: number;
  offersOf: (numbers: readonly number[]) => (readonly [number: number, rideType: string])[];
}

async function openDrivers(
  testbed: Testbed,
  { stored, burst, offersOf }: Drivers,
): Promise<Crowd<FanOutRun>> {
  await stored();
  const server = await testbed.start('server');
  const cookies = await signIn(
    testbed.redis,
    DRIVER_IDS.map((driverId) => ({ driverId })),
  );
  return openCrowd({
    server,
    burst,
    publish: (numbers) => {
      const pipeline = testbed.redis.pipeline();
      for (const [number, rideType] of offersOf(numbers)) {
        const message = composeRideMessage({ ...offeredRide(number), rideType }, new Date());
        pipeline.publish(`marquee:${RIDES_CHANGED}`, message);
      }
      pipeline.exec();
    },
    open: (listener) =>
      openMany(DRIVERS, (index) =>
        openPageSocket({
          port: server.port,
          cookie: cookies[index] ?? '',
          isWatching: true,
          onText: listener(),
        }),
      ),
  });
}
