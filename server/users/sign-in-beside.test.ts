import { expect, onTestFinished, test } from 'vitest';
import { env } from '../env.ts';
import { visitor } from '../testing/as.ts';
import { buildAdmin, buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { DEMO_RIDER_EMAIL } from './demo-users.ts';

setUpTestApp();

const signInAs = ({ email }: { email: string }, beside?: boolean) => ({
  email,
  password: TEST_PASSWORD,
  ...(beside && { beside }),
});

test('somebody who signs in beside another person is asked, and is signed in once they agree', async () => {
  const [rider, driver] = [await buildRider({ name: 'Ana Ruiz' }), await buildDriver({ name: 'Tom Hale' })];
  const browser = visitor();
  await browser.post('/api/session', signInAs(rider));

  const asked = await browser.post('/api/session', signInAs(driver));
  expect([asked.status, asked.body]).toEqual([
    409,
    { code: 'SOMEBODY_SIGNED_IN', message: 'Sign in as Tom Hale beside Ana Ruiz?' },
  ]);
  expect((await browser.get('/api/session')).body).toMatchObject({ rider: { id: rider.id }, driver: null });

  const agreed = await browser.post('/api/session', signInAs(driver, true));
  expect(agreed.body).toMatchObject({ rider: { id: rider.id }, driver: { id: driver.id } });
});

test('without its password nothing is learnt of who is signed in', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = visitor();
  await browser.post('/api/session', signInAs(rider));

  const reply = await browser.post('/api/session', { ...signInAs(driver), password: 'a guess' });

  expect([reply.status, reply.body]).toMatchObject([401, { code: 'INVALID_CREDENTIALS' }]);
});

test('another rider takes the place of the first without a question', async () => {
  const [first, second] = [await buildRider(), await buildRider()];
  const browser = visitor();
  await browser.post('/api/session', signInAs(first));

  expect((await browser.post('/api/session', signInAs(second))).body).toMatchObject({
    rider: { id: second.id },
  });
});

test('staff sign in alone, first or second and whatever they agree to', async () => {
  const [rider, admin] = [await buildRider(), await buildAdmin()];
  for (const [first, second] of [
    [rider, admin],
    [admin, rider],
  ] as const) {
    const browser = visitor();
    await browser.post('/api/session', signInAs(first));

    const reply = await browser.post('/api/session', signInAs(second, true));

    expect([reply.status, reply.body]).toMatchObject([409, { code: 'STAFF_ALONE' }]);
  }
});

test('a new account beside a driver is asked for as well, and nothing is created before', async () => {
  const driver = await buildDriver();
  const browser = visitor();
  await browser.post('/api/session', signInAs(driver));
  const account = { name: 'Nia Cole', email: 'nia.beside@example.com', password: TEST_PASSWORD };

  const replies = [
    await browser.post('/api/users', account),
    await browser.post('/api/users', { ...account, beside: true }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([409, 201]);
});

test('in the demo anybody is beside its people', async () => {
  env.DEMO_MODE = true;
  onTestFinished(() => {
    env.DEMO_MODE = false;
  });
  const [alex, driver, admin] = [
    await buildRider({ email: DEMO_RIDER_EMAIL }),
    await buildDriver(),
    await buildAdmin(),
  ];
  const browser = visitor();
  await browser.post('/api/session', signInAs(alex));

  expect((await browser.post('/api/session', signInAs(driver))).status).toBe(200);
  expect((await browser.post('/api/session', signInAs(admin))).status).toBe(409);
});
