import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { sessionSchema } from '#common/users/user.ts';
import { visitor } from '../testing/as.ts';
import { buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { Reply, TestClient } from '../testing/test-client.ts';
import { changeEmail } from './email-change.ts';
import { openEmailLink } from './email-link.ts';
import { UserModel, type UserRecord } from './user-model.ts';

setUpTestApp();

const codeOf = ({ status, body }: Reply) => [status, (body as ErrorBody).code];
const SPENT = [409, 'LINK_SPENT'];
const newAddress = () => `new-${randomUUID()}@example.com`;

async function signIn({ email }: { email: string }): Promise<TestClient> {
  const browser = visitor();
  const { status } = await browser.post('/api/session', { email, password: TEST_PASSWORD });
  expect(status).toBe(200);
  return browser;
}

const change = (browser: TestClient, email: string, currentPassword = TEST_PASSWORD) =>
  browser.send('PUT', '/api/account/email', { role: 'rider', currentPassword, email });
/** Spends a link in a signed-out browser, with the account's password. */
const spend = (token: string, browser = visitor()) =>
  browser.post('/api/email-confirmations/spend', { token, password: TEST_PASSWORD });
const riderOf = async (browser: TestClient) =>
  sessionSchema.parse((await browser.get('/api/session')).body).rider;
const emailOf = async ({ id }: UserRecord) => (await UserModel.findById(id))?.email;

/** Requests a change of address and returns the token emailed to the new one. */
async function requestToken(browser: TestClient, email: string): Promise<string> {
  expect((await change(browser, email)).status).toBe(202);
  return tokenIn((await mailed('email-change', email)).at(-1));
}

const subjectsTo = async (template: Parameters<typeof mailed>[0], address: string) =>
  (await mailed(template, address)).map(({ subject }) => subject);

test('using the link sent to the new address changes the email, notifies both addresses and ends other sessions', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  const [browser, elsewhere] = [await signIn(rider), await signIn(rider)];
  const email = newAddress();

  const token = await requestToken(browser, email);
  expect(await subjectsTo('email-change-asked', rider.email)).toEqual([
    'Your email address is about to change',
  ]);
  expect(await subjectsTo('email-changed', rider.email)).toEqual([]);
  expect(await emailOf(rider)).toBe(rider.email);
  expect((await spend(token, browser)).body).toEqual({ email, isChange: true });

  expect(await riderOf(browser)).toMatchObject({ id: rider.id, username: email, isEmailConfirmed: true });
  expect(await riderOf(elsewhere)).toBeNull();
  for (const address of [rider.email, email]) {
    expect(await subjectsTo('email-changed', address)).toEqual(['Your email address was changed']);
  }
  await signIn({ email });
  const old = await visitor().post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  expect(old.status).toBe(401);
});

test('the email change link requires a session or the account’s password, so reading the mailbox is not enough', async () => {
  const [rider, owner] = [await buildRider(), visitor()];
  const email = newAddress();
  const token = await requestToken(await signIn(rider), email);

  const opened = await owner.post('/api/email-confirmations/read', { token });
  const refused = await owner.post('/api/email-confirmations/spend', { token });

  expect(opened.body).toEqual({ email, isChange: true, needsPassword: true });
  expect((refused.body as ErrorBody).issues).toMatchObject([{ path: 'password' }]);
  expect(await emailOf(rider)).toBe(rider.email);
  expect((await spend(token, owner)).body).toEqual({ email, isChange: true });
});

test('an email change requires the current password and an address that differs from the current one', async () => {
  const rider = await buildRider();
  const browser = await signIn(rider);

  const wrong = await change(browser, newAddress(), 'a guess');
  const same = await change(browser, rider.email.toUpperCase());

  expect((wrong.body as ErrorBody).issues).toMatchObject([{ path: 'currentPassword' }]);
  expect((same.body as ErrorBody).issues).toMatchObject([{ path: 'email' }]);
  expect(await mailed('email-change-asked', rider.email)).toEqual([]);
});

test('an email change is rate limited after ten wrong current passwords in a session', async () => {
  const browser = await signIn(await buildRider());
  for (let count = 0; count < 10; count += 1) await change(browser, newAddress(), `guess ${count}`);

  expect(codeOf(await change(browser, newAddress()))).toEqual([429, 'TOO_MANY_REQUESTS']);
});

test('an email change request does not reveal whether the new address has an account; only its mailbox is notified', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const browser = await signIn(rider);
  const free = newAddress();

  const replies = [await change(browser, other.email), await change(browser, free)];

  expect(replies.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 202, body: null },
    { status: 202, body: null },
  ]);
  const [notice] = await mailed('email-change', other.email);
  expect(notice?.subject).toBe('You have an account with this address');
  expect(notice?.parts.every(({ kind }) => kind === 'text')).toBe(true);
});

test('an email change to an address taken meanwhile is rejected, and of two concurrent changes to one address one wins', async () => {
  const [rider, late] = [await buildRider(), await buildRider()];
  const [browser, lateBrowser] = [await signIn(rider), await signIn(late)];
  const [contested, taken] = [newAddress(), newAddress()];
  const tokens = [await requestToken(browser, contested), await requestToken(lateBrowser, contested)];
  const toTaken = await requestToken(browser, taken);
  await buildRider({ email: taken });

  expect(codeOf(await spend(toTaken))).toEqual([409, 'EMAIL_TAKEN']);
  expect((await riderOf(browser))?.id).toBe(rider.id);

  const replies = await Promise.all(tokens.map((token) => spend(token)));
  expect(replies.map(codeOf).toSorted()).toEqual([
    [200, undefined],
    [409, 'EMAIL_TAKEN'],
  ]);
  expect(await UserModel.countDocuments({ email: contested })).toBe(1);
});

test('after an email change, links sent to the former address and earlier email change links are spent', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  const browser = await signIn(rider);
  await visitor().post('/api/password-resets', { email: rider.email });
  await browser.post('/api/email-confirmations', { role: 'rider' });
  const reset = tokenIn((await mailed('password-reset', rider.email))[0]);
  const confirmation = tokenIn((await mailed('email-confirmation', rider.email))[0]);
  const [first, second] = [newAddress(), newAddress()];
  const firstToken = await requestToken(browser, first);
  const secondToken = await requestToken(browser, second);
  expect((await spend(secondToken)).status).toBe(200);

  const password = 'nine silver limousines';
  const resetting = await visitor().post('/api/password-resets/spend', { token: reset, password });
  expect(codeOf(resetting)).toEqual(SPENT);
  for (const token of [confirmation, firstToken, secondToken]) {
    expect(codeOf(await spend(token))).toEqual(SPENT);
  }
  expect(await emailOf(rider)).toBe(second);
});

test('resetting the password invalidates a pending email change link', async () => {
  const rider = await buildRider();
  const token = await requestToken(await signIn(rider), newAddress());
  await visitor().post('/api/password-resets', { email: rider.email });
  const reset = tokenIn((await mailed('password-reset', rider.email))[0]);

  await visitor().post('/api/password-resets/spend', { token: reset, password: 'nine silver limousines' });

  expect(codeOf(await spend(token))).toEqual(SPENT);
  expect(await emailOf(rider)).toBe(rider.email);
});

test('a pending email change link is not sent if the password was reset before the email went out', async () => {
  const rider = await buildRider();
  const email = newAddress();
  expect((await change(await signIn(rider), email)).status).toBe(202);
  await visitor().post('/api/password-resets', { email: rider.email });
  const reset = tokenIn((await mailed('password-reset', rider.email))[0]);

  await visitor().post('/api/password-resets/spend', { token: reset, password: 'nine silver limousines' });

  expect(await mailed('email-change', email)).toEqual([]);
});

test('email changes are limited to five per half hour for an account and for a new address', async () => {
  const email = newAddress();
  const browsers = await Promise.all([1, 2].map(async () => signIn(await buildRider())));
  const [one, two] = browsers;
  if (!one || !two) throw new Error('two browsers');
  for (let count = 0; count < 4; count += 1) expect((await change(one, email)).status).toBe(202);
  expect((await change(two, email)).status).toBe(202);

  expect(codeOf(await change(two, email))).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await change(two, newAddress())).status).toBe(202);
  expect((await change(one, newAddress())).status).toBe(202);
  expect(codeOf(await change(one, newAddress()))).toEqual([429, 'TOO_MANY_REQUESTS']);
});

test('a former address confirmed between opening the link and using it is kept with its confirmation time', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  const open = await openEmailLink(await requestToken(await signIn(rider), newAddress()));
  const emailConfirmedAt = new Date();
  await UserModel.updateOne({ _id: rider.id }, { emailConfirmedAt });

  const changed = await changeEmail(open, '');

  expect((await UserModel.findById(rider.id).lean())?.formerEmails).toEqual([
    { email: rider.email, confirmedAt: emailConfirmedAt, until: changed.emailConfirmedAt },
  ]);
});

test('only the latest fifty former addresses are kept', async () => {
  const rider = await buildRider();
  const at = new Date();
  const formerEmails = Array.from({ length: 50 }, (_, nth) => ({
    ...{ email: `former-${nth}@example.com`, confirmedAt: at, until: at },
  }));
  await UserModel.collection.updateOne({ email: rider.email }, { $set: { formerEmails } });

  await changeEmail(await openEmailLink(await requestToken(await signIn(rider), newAddress())), '');

  const { formerEmails: kept = [] } = (await UserModel.findById(rider.id).lean()) ?? {};
  expect([kept.length, kept[0]?.email, kept.at(-1)?.email]).toEqual([
    ...[50, 'former-1@example.com', rider.email],
  ]);
});

test.each([
  ['was disabled', { disabledAt: new Date() }],
  ['has another password', { passwordHash: 'another' }],
])('an account that %s after its email change link was opened keeps its address', async (_what, changed) => {
  const rider = await buildRider();
  const open = await openEmailLink(await requestToken(await signIn(rider), newAddress()));
  await UserModel.updateOne({ _id: rider.id }, changed);

  await expect(changeEmail(open, '')).rejects.toMatchObject({ code: 'LINK_SPENT' });

  expect(await emailOf(rider)).toBe(rider.email);
});
