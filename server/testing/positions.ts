import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SentPosition } from '#common/rides/position.ts';
import { positionsTaken } from '../infra/metrics.ts';
import { SOONEST_MS } from '../rides/position/take-position.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as, visitor } from './as.ts';
import { buildRide } from './build-ride.ts';
import { buildDriver, buildRider } from './build-user.ts';

/** A position on the Strip. */
export const STRIP: SentPosition = { lat: 36.12, lng: -115.17, accuracy: 8, heading: 180 };

/** Creates a ride whose driver is on the way. */
export async function buildRideUnderWay(overrides: Parameters<typeof buildRide>[0] = {}) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({
    riderId: rider.id,
    driverId: driver.id,
    status: 'accepted',
    enRouteAt: new Date(),
    pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
    ...overrides,
  });
  return { rider, driver, ride };
}

/** Waits after a position was taken until the next one of its driver is not too soon. */
export const untilNextPosition = (): Promise<void> => setTimeout(SOONEST_MS + 10);

/** Returns how often positions had each outcome since the process started. */
export const outcomes = async () => {
  const { values } = await positionsTaken.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
};

/** Creates a token for a driver's position app. */
export async function connectDevice(driver: UserRecord): Promise<string> {
  const { status, body } = await as(driver).post('/api/driver/device', {});
  expect(status).toBe(200);
  return Object(body).deviceId;
}

/** Sends a position by query parameters, like Traccar Client. Default: the one on the Strip. */
export const sendAsTraccar = (id: string, rest: Record<string, number | string> = {}) => {
  const query = new URLSearchParams({ id, lat: `${STRIP.lat}`, lon: `${STRIP.lng}`, ...rest });
  return visitor().send('POST', `/api/positions?${query}`, undefined, { origin: '' });
};
