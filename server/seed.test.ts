import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { upcomingSurgeDays } from './fares/surge-calendar.ts';
import { SurgeEventModel } from './fares/surge-event-model.ts';
import { visitor } from './testing/as.ts';
import { argsOf } from './testing/programs.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';
import { DEMO_DRIVER_EMAIL, DEMO_PASSWORD, DEMO_USERS } from './users/demo-users.ts';
import { UserModel } from './users/user-model.ts';

setUpTestApp();

const seed = (env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, argsOf('server/seed.ts'), {
    env: { ...process.env, ...env },
  });

test('seeding is refused in production and stores nothing', async () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://marquee.example',
    SESSION_SECRET: 'WmY2c1R0b0F5d0pCcU1kS3hVZ1BzTDhoRTI0',
    GIFT_CARD_SECRET: 'q7Hn3vXk9ZtRb5LcYd2MwPf8JgSa6Te4UoNi',
    METRICS_TOKEN: '',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_SIMULATOR_URL: '',
  };

  await expect(seed(production)).rejects.toThrow('Demo users are refused in production.');

  expect(await UserModel.countDocuments()).toBe(0);
  expect(await SurgeEventModel.countDocuments()).toBe(0);
});

test('seeding creates the demo users and a year of events, and seeding again changes nothing', async () => {
  const { stdout } = await seed();
  const days = await upcomingSurgeDays();
  const reply = await visitor().post('/api/session', { email: DEMO_DRIVER_EMAIL, password: DEMO_PASSWORD });
  await SurgeEventModel.updateOne(
    { name: days[0]?.name, lastDay: { $gte: days[0]?.date } },
    { name: 'Renamed by operations' },
  );
  await seed();

  expect(stdout).toContain('The demo has its users, drivers, vehicles, surge calendar and promotions.');
  expect(sessionSchema.parse(reply.body).driver?.username).toBe(DEMO_DRIVER_EMAIL);
  expect(await UserModel.countDocuments()).toBe(DEMO_USERS.length);
  expect(days.map(({ name }) => name)).toEqual(expect.arrayContaining(["New Year's Eve", 'CES']));
  const again = await upcomingSurgeDays();
  expect(again).toHaveLength(days.length);
  expect(again[0]?.name).toBe('Renamed by operations');
});
