import { expect, test } from 'vitest';
import { orderSheetSchema } from '#common/rides/order-sheet-api.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { composeOrderSheet } from './compose-order-sheet.ts';

setUpTestApp();

const hours = (count: number) => count * 3_600_000;

test('only the driver of a ride and staff can read its order sheet', async () => {
  const license = { kind: 'license', number: 'NV 1402771', expiresOn: '2031-01-01' } as const;
  const driver = await buildDriver({
    name: 'Sam Ortega',
    driver: { documents: [license] },
    vehicle: { label: 'White Prevost Mini', plate: `NV ${Date.now()}`, seats: 20, paint: 'white' },
  });
  const { id } = await buildRide({
    stops: ['Sphere, 255 Sands Ave'],
    passengers: 2,
    flightNumber: 'WN 1482',
  });
  await acceptRide(id, driver.id);
  const path = `/api/rides/${id}/order-sheet`;

  const reply = await as(driver).get(path);

  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    reference: expect.stringMatching(/^MRQ-/),
    customer: { name: 'Robin Rider' },
    driver: { name: 'Sam Ortega', license: 'NV 1402771' },
    vehicle: { label: 'White Prevost Mini', seats: 20, paint: 'white' },
    places: ['Bellagio, 3600 S Las Vegas Blvd', 'Sphere, 255 Sands Ave', 'Allegiant Stadium'],
    passengers: 2,
    flightNumber: 'WN 1482',
    hours: 3,
    fareCents: 23_358,
    isOnAccount: false,
  });
  const { lines, fareCents } = orderSheetSchema.parse(reply.body);
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(fareCents);
  const statuses = [
    await visitor().get(path),
    await as(await buildRider()).get(path),
    await as(await buildDriver()).get(path),
    await as(driver).get(`/api/ops${path.slice(4)}`),
    await as(await buildDispatcher()).get(`/api/ops${path.slice(4)}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 403, 404, 403, 200]);
});

test('an order sheet shows the phone from a day before the pickup, and names until a day after the planned end', async () => {
  const passenger = { name: 'Jordan Lee', phone: '(702) 555-0134' };
  const ride = await buildRide({ passenger, driverId: (await buildDriver()).id, status: 'accepted' });
  const startMs = Date.parse(ride.scheduledAt);
  const at = async (ms: number) => {
    const { customer, passenger: shown } = await composeOrderSheet(ride, new Date(ms));
    return { customer, passenger: shown };
  };
  const customer = { name: 'Robin Rider' };

  expect(await at(startMs - hours(24) - 1)).toEqual({ customer, passenger: { ...passenger, phone: null } });
  expect(await at(startMs - hours(24))).toEqual({ customer, passenger });
  expect(await at(startMs + hours(3 + 24))).toEqual({ customer, passenger });
  expect(await at(startMs + hours(3 + 24) + 1)).toEqual({ customer: null, passenger: null });
});
