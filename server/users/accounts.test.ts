import { expect, test } from 'vitest';
import { sessionSchema } from '#common/users/user.ts';
import { env } from '../env.ts';
import { startNode } from '../start-node.ts';
import { visitor } from '../testing/as.ts';
import { buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { signIn } from './accounts.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const newcomer = (email: string) => ({ name: 'Nia Newcomer', email, password: 'a long enough password' });

test('signing up creates a rider account, whatever role is sent, and signs it in', async () => {
  const browser = visitor();

  const reply = await browser.post('/api/users', { ...newcomer('Nia@Example.com '), role: 'admin' });

  expect(reply.status).toBe(201);
  const { rider } = sessionSchema.parse(reply.body);
  expect(rider).toMatchObject({
    username: 'nia@example.com',
    role: 'rider',
    name: 'Nia Newcomer',
    phone: null,
  });
  expect((await browser.get('/api/session')).body).toEqual(reply.body);
});

test('a password is stored as an argon2id hash with the recommended cost parameters', async () => {
  await visitor().post('/api/users', { ...newcomer('hash@example.com'), password: 'pässwörd with 🎲' });

  const user = await UserModel.findOne({ email: 'hash@example.com' });
  expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const signIn = { email: 'hash@example.com', password: 'pässwörd with 🎲' };
  expect((await visitor().post('/api/session', signIn)).status).toBe(200);
});

test('sign-up with the email of an existing account is rejected, regardless of letter case', async () => {
  const { email } = await buildRider();

  const reply = await visitor().post('/api/users', newcomer(email.toUpperCase()));

  expect(reply.status).toBe(409);
  expect(reply.body).toEqual({
    message: 'Please sign in or use another email address',
    code: 'EMAIL_TAKEN',
  });
});

test('two concurrent sign-ups with one address create one account', async () => {
  const replies = await Promise.all(
    [visitor(), visitor()].map((browser) => browser.post('/api/users', newcomer('twice@example.com'))),
  );

  expect(replies.map((reply) => reply.status).toSorted()).toEqual([201, 409]);
  expect(await UserModel.countDocuments({ email: 'twice@example.com' })).toBe(1);
});

test.each([
  [{ name: ' ' }, 'Please enter your name.'],
  [{ email: 'nia@example' }, 'Please enter a valid email address.'],
  [{ password: 'short' }, 'Please choose at least 8 characters.'],
  [{ phone: 'ask me' }, 'Please enter a valid phone number.'],
])('sign-up with %o is rejected with a plain message', async (part, message) => {
  const reply = await visitor().post('/api/users', { ...newcomer('plain@example.com'), ...part });

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST', message });
});

const COMMON = 'That password is too common. Please choose another.';
const OWN = 'Please choose a password without your name, your email address or “Marquee”.';

test.each([
  ['Password123', COMMON],
  ['qazwsxedc', COMMON],
  ['12341234', COMMON],
  ['87654321', COMMON],
  ['Summer2026', COMMON],
  ['easy.to.guess', OWN],
  ['easy.to.guess@example.com', OWN],
  ['Nia.Newcomer!1', OWN],
  ['newcomer1984', OWN],
  ['Marquee2026', OWN],
])('the easily guessed password %s is rejected', async (password, message) => {
  const reply = await visitor().post('/api/users', { ...newcomer('easy.to.guess@example.com'), password });

  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    code: 'INVALID_REQUEST',
    message,
    issues: [{ path: 'password', message }],
  });
});

test('passwords are compared exactly, including case and surrounding spaces', async () => {
  const email = 'typed@example.com';
  const password = '  Newcomer to the Strip ';
  expect((await visitor().post('/api/users', { ...newcomer(email), password })).status).toBe(201);

  const statusOf = async (typed: string) =>
    (await visitor().post('/api/session', { email, password: typed })).status;
  expect(await statusOf(password)).toBe(200);
  expect(await statusOf(password.trim())).toBe(401);
  expect(await statusOf(password.toLowerCase())).toBe(401);
});

test('invisible characters are removed from a name', async () => {
  const name = '\ufeffNia\u202e\u0000\u200b New\u2066\u061c\u2060comer';

  const reply = await visitor().post('/api/users', { ...newcomer('unseen@example.com'), name });

  expect(sessionSchema.parse(reply.body).rider?.name).toBe('Nia Newcomer');
});

test('without a trusted proxy, X-Forwarded-For does not change the address', async () => {
  const { TRUSTED_PROXIES } = env;
  env.TRUSTED_PROXIES = 0;
  const node = await startNode({ port: 0, host: '127.0.0.1' });
  env.TRUSTED_PROXIES = TRUSTED_PROXIES;
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const stranger = visitor(`http://127.0.0.1:${node.port}`);
    statuses.push((await stranger.post('/api/users', newcomer('spoof@example.com'))).status);
  }

  expect(statuses.at(-1)).toBe(429);
  expect(statuses.slice(0, -1)).not.toContain(429);
  await node.close();
});

test('sign-ups are limited to ten attempts per hour from one network address', async () => {
  const browser = visitor();
  await browser.post('/api/users', newcomer('first@example.com'));
  for (let again = 0; again < 9; again += 1) {
    expect((await browser.post('/api/users', newcomer('first@example.com'))).status).toBe(409);
  }

  const reply = await browser.post('/api/users', newcomer('eleventh@example.com'));

  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a session opened while its password is being replaced is closed again and the sign-in fails', async () => {
  const { id, email } = await buildRider();
  let isClosed = false;

  const signingIn = signIn(
    { email, password: TEST_PASSWORD },
    { succeeded: async () => {}, failed: async () => {}, cancel: async () => {} },
    {
      open: async () => void (await UserModel.updateOne({ _id: id }, { passwordHash: 'another' })),
      close: async () => {
        isClosed = true;
      },
    },
  );

  await expect(signingIn).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(isClosed).toBe(true);
});

test('a session that survived the disabling of its account shows no user and is refused account calls', async () => {
  const rider = await buildRider();
  const browser = visitor();
  await browser.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  await UserModel.updateOne({ _id: rider.id }, { disabledAt: new Date() });

  expect((await browser.get('/api/session')).body).toMatchObject({ rider: null });
  const proof = { role: 'rider', currentPassword: TEST_PASSWORD };
  const replies = [
    await browser.get('/api/account?role=rider'),
    await browser.send('PUT', '/api/account/password', {
      ...proof,
      password: 'four black sedans in the rain',
    }),
    await browser.post('/api/account/data', proof),
  ];

  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
});
