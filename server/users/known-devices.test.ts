import { expect, test } from 'vitest';
import { as, visitor } from '../testing/as.ts';
import { buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { TestClient } from '../testing/test-client.ts';
import { findKnownDevice } from './known-devices.ts';
import { UserModel, type UserRecord } from './user-model.ts';

setUpTestApp();

const signIn = (browser: TestClient, { email }: UserRecord, password = TEST_PASSWORD) =>
  browser.post('/api/session', { email, password, beside: true });

const tokensIn = ({ cookie }: TestClient): string[] =>
  (/marquee-device=([\w.-]*)/.exec(cookie)?.[1] ?? '').split('.').filter(Boolean);

const knownIn = (browser: TestClient, { email }: UserRecord): Promise<string | null> =>
  findKnownDevice(email, { read: () => tokensIn(browser), keep: () => {} });

test('a browser that signed in to an account stays known to it after signing out', async () => {
  const rider = await buildRider();
  const browser = visitor();
  const reply = await signIn(browser, rider);
  await browser.delete('/api/session');

  expect(await knownIn(browser, rider)).not.toBeNull();
  expect(await knownIn(visitor(), rider)).toBeNull();
  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('marquee-device='));
  expect(cookie).toMatch(/; Max-Age=15552000; Path=\/api; .*HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(rider.id);
});

test('a sign-in with a wrong password does not make the browser known', async () => {
  const rider = await buildRider();
  const browser = visitor();
  await signIn(browser, rider, 'a wrong guess');

  expect(tokensIn(browser)).toEqual([]);
});

test('a browser keeps its device id when it signs in again, and is known to its last five accounts only', async () => {
  const riders = await Promise.all(Array.from({ length: 6 }, () => buildRider()));
  const browser = visitor();
  for (const rider of riders) await signIn(browser, rider);
  const [first, ...others] = await Promise.all(riders.map((rider) => knownIn(browser, rider)));
  expect(first).toBeNull();
  expect(others).not.toContain(null);

  await signIn(browser, riders[5] as UserRecord);

  expect(await knownIn(browser, riders[5] as UserRecord)).toBe(others[4]);
  expect(tokensIn(browser)).toHaveLength(5);
});

test('a known-device token is invalid for another account or with any character changed', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const browser = visitor();
  await signIn(browser, rider);
  const [token = ''] = tokensIn(browser);
  const known = (email: string, text: string) =>
    findKnownDevice(email, { read: () => [text], keep: () => {} });

  expect(await known(rider.email, token)).not.toBeNull();
  expect(await known(other.email, token)).toBeNull();
  for (let at = 0; at < token.length; at += 1) {
    const changed = token[at] === 'A' ? 'B' : 'A';
    expect(await known(rider.email, `${token.slice(0, at)}${changed}${token.slice(at + 1)}`)).toBeNull();
  }
});

test('changing the password makes all other browsers unknown and keeps the current one known', async () => {
  const rider = await buildRider();
  const other = visitor();
  await signIn(other, rider);

  await as(rider).send('PUT', '/api/account/password', {
    role: 'rider',
    currentPassword: TEST_PASSWORD,
    password: 'four lanterns in the rain',
  });

  expect(await knownIn(other, rider)).toBeNull();
  expect(await knownIn(as(rider), rider)).not.toBeNull();
});

test('signing out all other sessions makes their browsers unknown and gives the current one a new device id', async () => {
  const rider = await buildRider();
  const other = visitor();
  await signIn(other, rider);
  const device = await knownIn(other, rider);
  await as(rider).signIn();
  const own = await knownIn(as(rider), rider);

  await as(rider).delete('/api/account/sessions?role=rider');

  expect(device).not.toBeNull();
  expect(await knownIn(other, rider)).toBeNull();
  expect(await knownIn(as(rider), rider)).not.toBe(own);
  expect(await knownIn(as(rider), rider)).not.toBeNull();
});

test('changing the account’s email makes all its browsers unknown', async () => {
  const rider = await buildRider();
  await as(rider).signIn();
  const email = `moved-${rider.email}`;
  await UserModel.updateOne({ _id: rider.id }, { email });

  expect(await knownIn(as(rider), { ...rider, email })).toBeNull();
  expect(await knownIn(as(rider), rider)).toBeNull();
});
