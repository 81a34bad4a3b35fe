import { expect, onTestFinished, test } from 'vitest';
import { env } from '../env.ts';
import { visitor } from '../testing/as.ts';
import {
  buildAdmin,
  buildDispatcher,
  buildDriver,
  buildRider,
  TEST_PASSWORD,
} from '../testing/build-user.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { DEMO_RIDER_EMAIL } from './demo-users.ts';
import { createInvitationLink, inviteUser } from './invitations.ts';

setUpTestApp();

const NEW_PASSWORD = 'four black sedans in the rain';

const signInAs = ({ email }: { email: string }, beside?: boolean) => ({
  email,
  password: TEST_PASSWORD,
  ...(beside && { beside }),
});

test('a driver signing in where a rider is signed in is asked to confirm, and then both are signed in', async () => {
  const [rider, driver] = [await buildRider({ name: 'Ana Ruiz' }), await buildDriver({ name: 'Tom Hale' })];
  const browser = visitor();
  await browser.post('/api/session', signInAs(rider));

  const asked = await browser.post('/api/session', signInAs(driver));
  expect([asked.status, asked.body]).toEqual([
    409,
    { code: 'SOMEBODY_SIGNED_IN', message: 'Sign in as Tom Hale alongside Ana Ruiz?' },
  ]);
  expect((await browser.get('/api/session')).body).toMatchObject({ rider: { id: rider.id }, driver: null });

  const agreed = await browser.post('/api/session', signInAs(driver, true));
  expect(agreed.body).toMatchObject({ rider: { id: rider.id }, driver: { id: driver.id } });
});

test('a sign-in with a wrong password does not reveal who is already signed in', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const browser = visitor();
  await browser.post('/api/session', signInAs(rider));

  const reply = await browser.post('/api/session', { ...signInAs(driver), password: 'a guess' });

  expect([reply.status, reply.body]).toMatchObject([401, { code: 'INVALID_CREDENTIALS' }]);
});

test('a second rider who signs in replaces the first without confirmation', async () => {
  const [first, second] = [await buildRider(), await buildRider()];
  const browser = visitor();
  await browser.post('/api/session', signInAs(first));

  expect((await browser.post('/api/session', signInAs(second))).body).toMatchObject({
    rider: { id: second.id },
  });
});

test('staff cannot share a session with another user, whoever signs in first and even if they agree', async () => {
  const [rider, admin] = [await buildRider(), await buildAdmin({ hasPasskey: false })];
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

test('signing up where a driver is signed in asks for confirmation and creates no account before it', async () => {
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

test('the refusal of a staff sign-in names both people already signed in', async () => {
  const [rider, driver] = [await buildRider({ name: 'Ana Ruiz' }), await buildDriver({ name: 'Tom Hale' })];
  const browser = visitor();
  await browser.post('/api/session', signInAs(rider));
  await browser.post('/api/session', signInAs(driver, true));

  const { body } = await browser.post('/api/session', signInAs(await buildAdmin()));

  expect(body).toMatchObject({
    message: 'Ana Ruiz and Tom Hale are signed in here, and staff must sign in alone. Please sign out first.',
  });
});

/** Requests that sign in through an emailed link: an invitation, and a password reset. */
const byLink = {
  async invitation(role: 'driver' | 'dispatcher') {
    const invited = { name: 'Ivy Link', email: `ivy-${role}-${Date.now()}@example.com`, phone: null, role };
    const { id } = await inviteUser(invited);
    const token = (await createInvitationLink(id)).split('/').at(-1);
    return { id, path: `/api/invitations/${token}`, body: { password: NEW_PASSWORD } };
  },
  async reset(role: 'driver' | 'dispatcher') {
    const name = 'Ivy Link';
    const user =
      role === 'driver' ? await buildDriver({ name }) : await buildDispatcher({ name, hasPasskey: false });
    await visitor().post('/api/password-resets', { email: user.email });
    const token = tokenIn((await mailed('password-reset', user.email))[0]);
    return { id: user.id, path: '/api/password-resets/spend', body: { token, password: NEW_PASSWORD } };
  },
};

test.each(['invitation', 'reset'] as const)(
  'using an emailed link (%s) while another user is signed in asks drivers, refuses staff and keeps the link',
  async (kind) => {
    const rider = await buildRider({ name: 'Ana Ruiz' });
    const browser = visitor();
    await browser.post('/api/session', signInAs(rider));
    const [driver, staff] = [await byLink[kind]('driver'), await byLink[kind]('dispatcher')];

    const asked = await browser.post(driver.path, driver.body);
    expect([asked.status, asked.body]).toEqual([
      409,
      { code: 'SOMEBODY_SIGNED_IN', message: 'Sign in as Ivy Link alongside Ana Ruiz?' },
    ]);
    const alone = await browser.post(staff.path, { ...staff.body, beside: true });
    expect([alone.status, alone.body]).toMatchObject([409, { code: 'STAFF_ALONE' }]);

    const agreed = await browser.post(driver.path, { ...driver.body, beside: true });
    expect(agreed.body).toMatchObject({ rider: { id: rider.id }, driver: { id: driver.id } });
    expect((await visitor().post(staff.path, staff.body)).body).toMatchObject({ staff: { id: staff.id } });
  },
);

test('in the demo another user can sign in alongside a demo user without confirmation, except staff', async () => {
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

  const both = { rider: { id: alex.id }, driver: { id: driver.id } };
  expect((await browser.post('/api/session', signInAs(driver))).body).toMatchObject(both);
  const alone = await browser.post('/api/session', signInAs(admin));
  expect([alone.status, alone.body]).toMatchObject([409, { code: 'STAFF_ALONE' }]);
});
