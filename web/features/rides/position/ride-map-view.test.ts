import { expect, test } from 'vitest';
import type { RidePosition } from '#common/rides/position.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { type LiveTracking, nextPlace, rideMapView } from './ride-map-view.ts';

const [PICKUP, WYNN, SPHERE, DROPOFF] = [36.11, 36.12, 36.13, 36.14].map((lat) => ({ lat, lng: -115.17 }));
const point = (at: typeof PICKUP) => at ?? { lat: 0, lng: 0 };
const leg = (from: typeof PICKUP, to: typeof PICKUP) => [point(from), point(to)];
const LEGS = [leg(PICKUP, WYNN), leg(WYNN, SPHERE), leg(SPHERE, DROPOFF)];

const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

const position = (overrides: Partial<RidePosition> = {}): RidePosition => ({
  rideId: '64b7f3a2c9e77a0012345678',
  lat: 36.115,
  lng: -115.17,
  accuracy: 8,
  heading: null,
  at: NOW.toISOString(),
  arrival: { from: inMinutes(7), to: inMinutes(7) },
  route: null,
  ...overrides,
});

const tracking = (overrides: Partial<LiveTracking> = {}): LiveTracking => ({
  position: position(),
  pickup: point(PICKUP),
  stops: [point(WYNN), point(SPHERE)],
  dropoff: point(DROPOFF),
  legs: LEGS,
  now: NOW,
  ...overrides,
});

const driver = { firstName: 'Sam' };
const coming = { status: 'accepted', arrivedAt: null, driver };
const waiting = { ...coming, arrivedAt: inMinutes(-5) };
const driving = { ...waiting, status: 'in_progress' };

const onMap = (ride: typeof coming | typeof waiting, now = tracking()) => {
  const { title, stops, nextStop, ahead } = rideMapView(ride, now);
  return { title, stops: stops.map((stop) => stop.title), nextStop, ahead };
};

test('a driver on the way to the pickup has all legs of the ride ahead', () => {
  expect(onMap(coming)).toEqual({
    title: 'Sam is 7 min away',
    stops: ['Pickup', 'Stop 1', 'Stop 2', 'Drop-off'],
    nextStop: PICKUP,
    ahead: LEGS,
  });
});

test('a driver waiting at the pickup is shown without minutes and with all legs ahead', () => {
  expect(onMap(waiting)).toMatchObject({ title: 'Sam', nextStop: PICKUP, ahead: LEGS });
});

test('during the ride, passed stops and the legs behind are no longer ahead', () => {
  expect(onMap(driving)).toEqual({
    title: '7 min to the next stop',
    stops: ['Stop 1', 'Stop 2', 'Drop-off'],
    nextStop: WYNN,
    ahead: LEGS.slice(1),
  });
  expect(onMap(driving, tracking({ position: position({ passedStops: 1 }) }))).toMatchObject({
    stops: ['Stop 1, passed', 'Stop 2', 'Drop-off'],
    nextStop: SPHERE,
    ahead: LEGS.slice(2),
  });
  expect(onMap(driving, tracking({ position: position({ passedStops: 2 }) }))).toMatchObject({
    title: '7 min to the drop-off',
    nextStop: DROPOFF,
    ahead: [],
  });
});

test('stops and legs with unknown places are not drawn', () => {
  const unknown = tracking({ stops: [null, point(SPHERE)], legs: [null, null, leg(SPHERE, DROPOFF)] });
  expect(onMap(driving, unknown)).toMatchObject({
    stops: ['Stop 2', 'Drop-off'],
    nextStop: null,
    ahead: LEGS.slice(2),
  });
});

test('a position four minutes old is titled with when it was seen', () => {
  const later = tracking({ now: new Date(inMinutes(4)) });
  expect(rideMapView(coming, later)).toMatchObject({ title: 'Sam. Seen 4 min ago', seen: 'Seen 4 min ago' });
});

test('the next place is the pickup, then each stop, then the drop-off', () => {
  const ride = {
    status: 'accepted',
    pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
    stops: ['Sphere, 255 Sands Ave'],
    dropoffLocation: 'Circa Resort & Casino, 8 Fremont St',
  };
  const onRide = { ...ride, status: 'in_progress' };
  expect([nextPlace(ride, {}), nextPlace(onRide, {}), nextPlace(onRide, { passedStops: 1 })]).toEqual([
    'Bellagio Hotel & Casino',
    'Sphere',
    'Circa Resort & Casino',
  ]);
});
