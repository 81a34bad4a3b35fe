import { expect, test } from 'vitest';
import { positionOfLocation } from '#common/places/place-positions.ts';
import type { SentPosition, Tracking } from '#common/rides/position.ts';
import { redis } from '../../infra/redis.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { untilNextPosition } from '../../testing/positions.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { osrmRoute, startRoutingService } from '../../testing/start-routing-service.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel } from '../ride-model.ts';
import { readTracking } from './read-tracking.ts';
import { forgetAllUnderWay } from './under-way.ts';

setUpTestApp();

const STRIP: SentPosition = { lat: 36.12, lng: -115.17, accuracy: 8, heading: 180 };

const buildPeople = async () => ({ rider: await buildRider(), driver: await buildDriver() });

const underWay = (rider: UserRecord, driver: UserRecord) => ({
  riderId: rider.id,
  driverId: driver.id,
  status: 'accepted' as const,
  enRouteAt: new Date(),
  bookingType: 'point-to-point' as const,
  hours: null,
  pickupLocation: BELLAGIO,
  dropoffLocation: CIRCA,
});

const trackingOf = async (user: UserRecord, rideId: string): Promise<Tracking> =>
  Object((await as(user).get(`/api/rides/${rideId}/tracking`)).body);

const WYNN = 'Wynn Las Vegas, 3131 S Las Vegas Blvd';
const SPHERE = 'Sphere, 255 Sands Ave';
const BELLAGIO = 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd';
const CIRCA = 'Circa Resort & Casino, 8 Fremont St';

const placeOf = (address: string): SentPosition => {
  const place = positionOfLocation(address);
  if (!place) throw new Error(`${address} is no built-in place`);
  return place;
};

test('tracking has the positions of the stops, and counts stops as passed in order as the car reaches them', async () => {
  const { rider, driver } = await buildPeople();
  const ride = await buildRide({
    ...underWay(rider, driver),
    status: 'in_progress',
    stops: [WYNN, '17 Hidden Lane', SPHERE],
  });
  const [wheel, phone] = [await connectSocket(driver), await connectSocket(rider)];
  let isDue = Promise.resolve();
  const drive = async (to: SentPosition) => {
    await isDue;
    // Otherwise the position would be too far from the last one.
    await redis.del(`position:${ride.id}`);
    wheel.socket.emit('position:send', to);
    const [position] = await phone.next('position:moved');
    isDue = untilNextPosition();
    return { passed: position?.passedStops, isArrivalKnown: position?.arrival !== null };
  };

  expect(await trackingOf(rider, ride.id)).toMatchObject({
    pickup: placeOf(BELLAGIO),
    stops: [placeOf(WYNN), null, placeOf(SPHERE)],
    dropoff: placeOf(CIRCA),
  });
  // Driving past the last stop on the way to the first does not count as passing it.
  expect(await drive(placeOf(SPHERE))).toEqual({ passed: undefined, isArrivalKnown: true });
  // The next stop is an address without known coordinates.
  expect(await drive(placeOf(WYNN))).toEqual({ passed: 1, isArrivalKnown: false });
  expect(await drive(STRIP)).toEqual({ passed: 1, isArrivalKnown: false });
  expect(await drive(placeOf(SPHERE))).toEqual({ passed: 3, isArrivalKnown: true });
  expect((await trackingOf(rider, ride.id)).position?.passedStops).toBe(3);

  await RideModel.updateOne({ _id: ride.id }, { stops: [WYNN, '17 Hidden Lane', SPHERE, BELLAGIO] });
  forgetAllUnderWay();
  expect((await drive(placeOf(SPHERE))).passed).toBe(3);
});

test('tracking has the routes between known stops, and none for an hourly ride or before the driver sets off', async () => {
  const { rider, driver } = await buildPeople();
  const ride = await buildRide({ ...underWay(rider, driver), stops: [SPHERE] });
  const routing = await startRoutingService();
  routing.answer({
    json: osrmRoute(120, 900, [
      [-115.17, 36.12],
      [-115.16, 36.13],
    ]),
  });

  const way = [
    { lat: 36.12, lng: -115.17 },
    { lat: 36.13, lng: -115.16 },
  ];
  expect((await readTracking(ride)).legs).toEqual([way, way]);
  expect((await readTracking({ ...ride, stops: ['17 Hidden Lane'] })).legs).toEqual([null, null]);
  expect((await readTracking({ ...ride, hours: 3 })).legs).toEqual([]);
  expect((await readTracking({ ...ride, enRouteAt: null })).legs).toEqual([]);
  expect(routing.asked).toHaveLength(2);
});

test('staff see the live position of a ride, and nobody else can use the staff tracking call', async () => {
  const { rider, driver } = await buildPeople();
  const ride = await buildRide(underWay(rider, driver));
  const [staff, wheel] = [await buildDispatcher(), await connectSocket(driver)];
  const board = await connectSocket(staff);
  await board.socket.timeout(5_000).emitWithAck('ops:watch');

  wheel.socket.emit('position:send', STRIP);

  expect(await board.next('position:moved')).toMatchObject([{ rideId: ride.id, ...STRIP }]);
  const path = `/api/ops/rides/${ride.id}/tracking`;
  expect(Object((await as(staff).get(path)).body).position).toMatchObject({ rideId: ride.id, ...STRIP });
  for (const other of [rider, driver]) expect((await as(other).get(path)).status).toBe(403);
});
