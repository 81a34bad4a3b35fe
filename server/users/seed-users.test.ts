import { afterEach, expect, test } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { env } from '../env.ts';
import { MAX_UNPAID_ORDERS } from '../rides/booking/unpaid-limit.ts';
import { visitor } from '../testing/as.ts';
import { buildRequest } from '../testing/build-ride.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts';
import { seedUsers } from './seed-users.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const { NODE_ENV, DEMO_MODE } = env;
afterEach(() => {
  Object.assign(env, { NODE_ENV, DEMO_MODE });
});

test('seeding twice creates each demo user once and keeps later changes', async () => {
  await seedUsers();
  await UserModel.updateOne({ email: 'alex@marquee.example' }, { name: 'Alex Renamed' });
  await seedUsers();

  const users = await UserModel.find().lean();
  expect(users.map(({ email }) => email).toSorted()).toEqual(DEMO_USERS.map(({ email }) => email).toSorted());
  expect(users.map(({ name }) => name)).toContain('Alex Renamed');
});

test('every demo user can sign in', async () => {
  await seedUsers();
  for (const { email, role } of DEMO_USERS) {
    const reply = await visitor().post('/api/session', { email, password: DEMO_PASSWORD });
    expect([email, reply.status]).toEqual([email, 200]);
    const { driver } = sessionSchema.parse(reply.body);
    expect(Boolean(driver)).toBe(role === 'driver');
  }
});

test('seeding demo users is refused in production', async () => {
  env.NODE_ENV = 'production';

  await expect(seedUsers()).rejects.toThrow('refused in production');
});

test("the demo's first visit signs in one rider and one driver", async () => {
  await seedUsers();
  env.DEMO_MODE = true;
  const browser = visitor();

  const reply = await browser.post('/api/session/demo');

  const { rider, driver, demo } = sessionSchema.parse(reply.body);
  expect([reply.status, rider?.role, driver?.name, demo]).toEqual([200, 'rider', 'Sam Ortega', true]);
  expect((await browser.get('/api/session')).body).toEqual(reply.body);
});

test('visitors of the demo, who are all the same rider, book without a limit of unpaid rides', async () => {
  await seedUsers();
  env.DEMO_MODE = true;
  const rider = await UserModel.findOne({ email: 'alex@marquee.example' }).orFail();
  const request = buildRequest({ riderId: rider.id });

  for (let booked = 0; booked <= MAX_UNPAID_ORDERS; booked += 1) {
    const browser = visitor();
    await browser.post('/api/session/demo');
    expect((await browser.post('/api/rides', request)).status).toBe(201);
  }
});
