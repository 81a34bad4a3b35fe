import { beforeEach, expect, test } from 'vitest';
import { digestOf } from '../crypto/digest-of.ts';
import { createLimit } from '../http/create-limit.ts';
import { visitor } from '../testing/as.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn } from '../testing/test-client.ts';
import { codeOf } from '../testing/totp-codes.ts';
import { travelTo } from '../testing/travel-to.ts';
import { buildTwoStepRider, giveCode, halfSignIn, pass } from '../testing/two-step-rider.ts';
import { requestPasswordReset } from './password-reset.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

beforeEach(() => travelTo(Date.now()));

test('code entry is locked after ten wrong codes across all browsers of the account', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const guessers = [await halfSignIn(rider), await halfSignIn(rider)];
  for (let guess = 0; guess < 10; guess += 1) {
    const browser = guessers[guess % 2] ?? visitor();
    expect((await giveCode(browser, codeOf(secret, 10 + guess))).status).toBe(400);
  }

  const owner = await halfSignIn(rider);
  expect((await giveCode(owner, codeOf(secret))).status).toBe(429);
});

test('code entry is locked after fifty wrong codes, even when the quarter-hour limit is not reached', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const stored = await UserModel.findById(rider.id).lean();
  const quarter = createLimit({ name: 'second-factor', times: 10, windowSeconds: 900 });
  const browser = await halfSignIn(rider);
  for (let guess = 0; guess < 50; guess += 1) {
    if (guess % 10 === 0) await quarter.reset(digestOf(rider.id, stored?.passwordHash));
    expect((await giveCode(browser, codeOf(secret, 10 + guess))).status).toBe(400);
  }
  await quarter.reset(digestOf(rider.id, stored?.passwordHash));

  expect((await giveCode(browser, codeOf(secret))).status).toBe(429);
});

test('an account’s code entry is locked after a hundred wrong codes a day, even across password resets', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const guessesAtAccount = createLimit({ name: 'second-factor-account', times: 100, windowSeconds: 86_400 });
  for (let guess = 0; guess < 99; guess += 1) await guessesAtAccount.count(rider.id);
  await requestPasswordReset(rider.email);
  const [mail] = await mailed('password-reset', rider.email);
  const browser = visitor();
  await browser.post('/api/password-resets/spend', {
    token: tokenIn(mail),
    password: 'nine silver limousines',
  });

  expect((await giveCode(browser, codeOf(secret, 10))).status).toBe(400);
  expect((await giveCode(browser, codeOf(secret))).status).toBe(429);
});

test('wrong codes after one password do not lock out the owner, who gets new tries with a password reset', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const thief = await halfSignIn(rider);
  const statuses: number[] = [];
  for (let guess = 0; guess < 101; guess += 1) {
    statuses.push((await giveCode(thief, codeOf(secret, 10 + guess))).status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  await requestPasswordReset(rider.email);
  const [mail] = await mailed('password-reset', rider.email);
  const owner = visitor();
  const sent = { token: tokenIn(mail), password: 'nine silver limousines' };
  expect(codeIn(await owner.post('/api/password-resets/spend', sent))).toEqual([
    401,
    'SECOND_FACTOR_REQUIRED',
  ]);

  expect((await giveCode(owner, codeOf(secret))).status).toBe(200);
});

test('a sign-in awaiting its code expires in five minutes, or when the password changes or the account is disabled', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const browsers = [await halfSignIn(rider), await halfSignIn(rider), await halfSignIn(rider)];
  const [late = visitor(), other = visitor(), disabled = visitor()] = browsers;
  const changed = await UserModel.findById(rider.id).lean();

  pass(4 * 60_000);
  await UserModel.updateOne({ _id: rider.id }, { $set: { passwordHash: 'another' } });
  expect(codeIn(await giveCode(other, codeOf(secret)))).toEqual([401, 'INVALID_CREDENTIALS']);
  await UserModel.updateOne(
    { _id: rider.id },
    { $set: { passwordHash: changed?.passwordHash, disabledAt: new Date() } },
  );
  expect(codeIn(await giveCode(disabled, codeOf(secret)))).toEqual([401, 'INVALID_CREDENTIALS']);
  await UserModel.updateOne({ _id: rider.id }, { $set: { disabledAt: null } });
  pass(61_000);
  expect(codeIn(await giveCode(late, codeOf(secret)))).toEqual([401, 'INVALID_CREDENTIALS']);
});
