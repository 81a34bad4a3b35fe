import { getRequest } from '../clients/http-connection.ts';
import { compare, type Measure, micros } from '../figures.ts';
import { servingAll, storeDrivers } from '../harness/store-drivers.ts';
import { storeRides } from '../harness/store-rides.ts';
import { idOf, signIn } from '../harness/testbed.ts';
import { acceptedRide } from '../rides.ts';
import { cpuPerRequest } from './requests.ts';

const CONNECTIONS = 32;

/**
 * The snapshot that a page takes after each reconnection: a driver's list of rides, here with one ride.
 * Compared with a request for the session, which passes the same middleware but reads no ride.
 */
export const snapshot: Measure = async (testbed, { rounds, seconds }) => {
  const driverIds = Array.from({ length: CONNECTIONS }, (_, index) => idOf('driver', index));
  await storeRides(
    testbed.mongoUrl,
    driverIds.map((driverId, index) => acceptedRide(idOf('rider', index), driverId)),
  );
  await storeDrivers(testbed.mongoUrl, servingAll(driverIds));
  const cookies = await signIn(
    testbed.redis,
    driverIds.map((driverId) => ({ driverId })),
  );
  const server = await testbed.start('server');
  const requestsTo = (pathOf: (driverId: string) => string) =>
    driverIds.map((driverId, index) => getRequest({ path: pathOf(driverId), cookie: cookies[index] ?? '' }));
  const lists = requestsTo((driverId) => `/api/rides/driver/${driverId}`);
  const sessions = requestsTo(() => '/api/session');

  const [product, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(await cpuPerRequest(server, sessions, seconds));
    product.push(await cpuPerRequest(server, lists, seconds));
  }
  await server.stop();
  return [
    compare({
      what: 'a driver’s list of rides, against who is signed in: CPU per request',
      product,
      baseline,
      format: micros,
      aim: null,
    }),
  ];
};
