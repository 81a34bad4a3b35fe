import { beforeEach, expect, test, vi } from 'vitest';
import { recoveryCodesSchema, totpSecretSchema } from '#common/users/factors.ts';
import { sessionSchema } from '#common/users/user.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { logger } from '../infra/logger.ts';
import { MailModel } from '../mail/mail-model.ts';
import { visitor } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn, issuesOf, type TestClient } from '../testing/test-client.ts';
import { codeOf } from '../testing/totp-codes.ts';
import { travelTo } from '../testing/travel-to.ts';
import {
  buildTwoStepRider,
  giveCode,
  givePassword,
  halfSignIn,
  pass,
  STEP_MS,
} from '../testing/two-step-rider.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { composeFactorChangedEmail } from './factor-emails.ts';
import { eraseFactors, listFactors } from './factors.ts';
import { requestPasswordReset } from './password-reset.ts';
import { UserModel, type UserRecord } from './user-model.ts';

setUpTestApp();

beforeEach(() => travelTo(Date.now()));

const WRONG = [{ path: 'code', message: 'That code is not right, or was used before.' }];

const riderOf = async (browser: TestClient) =>
  sessionSchema.parse((await browser.get('/api/session')).body).rider;

/** Composes the emails about an account's factors in the outbox, except those whose change was not made. */
async function owedMails({ id }: UserRecord) {
  const mails = await MailModel.find({ aboutId: id, owedSince: { $exists: true } });
  const contents = await Promise.all(mails.map(({ what }) => composeFactorChangedEmail(id, what)));
  return contents.filter((content) => content !== null);
}

/** Drops the emails in the outbox, as a worker does with those whose change was not made. */
const dropMails = ({ id }: UserRecord) =>
  MailModel.updateMany({ aboutId: id }, { $set: { droppedAt: new Date() }, $unset: { owedSince: 1 } });

test('with an authenticator app, signing in requires both the password and a code', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const browser = await halfSignIn(rider);
  expect(await riderOf(browser)).toBeNull();
  expect((await browser.get('/api/account?role=rider')).status).toBe(401);
  expect(codeIn(await giveCode(visitor(), codeOf(secret)))).toEqual([401, 'INVALID_CREDENTIALS']);
  const half = browser.cookie;

  const reply = await giveCode(browser, codeOf(secret));

  expect(sessionSchema.parse(reply.body).rider?.id).toBe(rider.id);
  expect(browser.cookie).not.toBe(half);
  expect(
    codeIn(await visitor().post('/api/session/second-factor', { code: codeOf(secret, 1) }, { cookie: half })),
  ).toEqual([401, 'INVALID_CREDENTIALS']);
});

test('the app’s secret is stored encrypted and bound to its account, and turning the app on sends an email', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const stranger = await buildTwoStepRider();

  const stored = await AuthenticatorModel.findById(rider.id).lean();
  expect(JSON.stringify(stored)).not.toContain(secret);
  await AuthenticatorModel.updateOne({ _id: stranger.rider.id }, { $set: { secret: stored?.secret ?? '' } });

  const [mail] = await mailed('factor-changed', rider.email);
  expect(mail?.subject).toBe('Your authenticator app was turned on');
  const browser = await halfSignIn(stranger.rider);
  expect(issuesOf(await giveCode(browser, codeOf(secret)))).toEqual(WRONG);
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
});

test.each([
  [-2, 400],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 400],
])('a code from %i half minutes away gets status %i', async (later, status) => {
  const { rider, secret } = await buildTwoStepRider();
  pass(STEP_MS);
  const browser = await halfSignIn(rider);

  expect((await giveCode(browser, codeOf(secret, later))).status).toBe(status);
});

test('a code signs in only once, even concurrently, and afterwards neither that code nor the one before is accepted', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const browsers = [await halfSignIn(rider), await halfSignIn(rider)];
  const code = codeOf(secret);

  const replies = await Promise.all(browsers.map((browser) => giveCode(browser, code)));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const late = await halfSignIn(rider);
  expect(issuesOf(await giveCode(late, code))).toEqual(WRONG);
  expect(issuesOf(await giveCode(late, codeOf(secret, -1)))).toEqual(WRONG);
});

test('the code that turned the app on cannot be used to sign in', async () => {
  const { rider, secret } = await buildTwoStepRider();
  pass(-2 * STEP_MS);

  expect(issuesOf(await giveCode(await halfSignIn(rider), codeOf(secret)))).toEqual(WRONG);
});

test('confirming again with the same code, after a lost reply, returns recovery codes that work', async () => {
  const [rider, browser] = [await buildRider(), visitor()];
  await givePassword(rider, browser);
  const begun = await browser.post('/api/account/totp', { role: 'rider' });
  const { secret } = totpSecretSchema.parse(begun.body);
  const confirm = (code: string) => browser.post('/api/account/totp/confirm', { role: 'rider', code });
  const code = codeOf(secret);
  const lost = recoveryCodesSchema.parse((await confirm(code)).body).recoveryCodes;
  expect(codeIn(await confirm(codeOf(secret, 1)))).toEqual([409, 'FACTOR_CONFLICT']);

  const repeated = await confirm(code);

  const { recoveryCodes } = recoveryCodesSchema.parse(repeated.body);
  expect(issuesOf(await giveCode(await halfSignIn(rider), lost[0] ?? ''))).toEqual(WRONG);
  expect((await giveCode(await halfSignIn(rider), recoveryCodes[0] ?? '')).status).toBe(200);
  expect((await mailed('factor-changed', rider.email)).map(({ subject }) => subject)).toEqual([
    'Your authenticator app was turned on',
    'A recovery code was used',
  ]);
  pass(90_000);
  expect(codeIn(await confirm(code))).toEqual([409, 'FACTOR_CONFLICT']);
});

test('confirming again in a session that ended meanwhile turns the authenticator app off', async () => {
  const [rider, browser] = [await buildRider(), visitor()];
  await givePassword(rider, browser);
  const begun = await browser.post('/api/account/totp', { role: 'rider' });
  const code = codeOf(totpSecretSchema.parse(begun.body).secret);
  const confirm = () => browser.post('/api/account/totp/confirm', { role: 'rider', code });
  expect((await confirm()).status).toBe(200);
  const updateOne = AuthenticatorModel.updateOne.bind(AuthenticatorModel);
  vi.spyOn(AuthenticatorModel, 'updateOne').mockImplementationOnce((async (
    ...args: Parameters<typeof updateOne>
  ) => {
    await endSessionsOf(rider.id);
    return updateOne(...args);
  }) as unknown as typeof updateOne);

  expect((await confirm()).status).toBe(401);

  expect((await listFactors(rider.id)).totp).toBeNull();
});

test('a recovery code works once, even concurrently and whatever its formatting, and its use sends an email', async () => {
  const { rider, recoveryCodes } = await buildTwoStepRider();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-?){3}$/);
  expect(JSON.stringify(await AuthenticatorModel.findById(rider.id).lean())).not.toContain(
    code.replaceAll('-', ''),
  );
  const browsers = [await halfSignIn(rider), await halfSignIn(rider)];
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`;

  const replies = await Promise.all(browsers.map((browser) => giveCode(browser, typed)));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect((await listFactors(rider.id)).totp?.recoveryCodesLeft).toBe(9);
  expect((await mailed('factor-changed', rider.email)).map(({ subject }) => subject)).toContain(
    'A recovery code was used',
  );
  expect(await AuditModel.countDocuments({ 'actor.id': rider.id, action: 'recovery code used' })).toBe(1);
});

test.each([
  ['before its email is stored', () => vi.spyOn(MailModel, 'create')],
  ['after its email is stored', () => vi.spyOn(AuthenticatorModel, 'updateOne')],
])(
  'a change to recovery codes that fails %s is not made, and sends one email when it is',
  async (_when, spy) => {
    const { rider, browser, recoveryCodes } = await buildTwoStepRider();
    const half = await halfSignIn(rider);
    const stored = async () => (await AuthenticatorModel.findById(rider.id).lean())?.recoveryCodes;
    const renew = () => browser.post('/api/account/recovery-codes', { role: 'rider' });
    for (const [change, subject] of [
      [() => giveCode(half, recoveryCodes[0] ?? ''), 'A recovery code was used'],
      [renew, 'You have new recovery codes'],
    ] as const) {
      await MailModel.deleteMany({ aboutId: rider.id });
      const codes = await stored();
      spy().mockRejectedValueOnce(new Error('MongoDB is gone'));

      expect((await change()).status).toBe(500);

      vi.mocked(logger.error).mockClear();
      expect(await stored()).toEqual(codes);
      expect(await owedMails(rider)).toEqual([]);
      await dropMails(rider);
      expect((await change()).status).toBe(200);
      expect(await owedMails(rider)).toMatchObject([{ subject }]);
    }
  },
);

test('a password reset still requires a code to sign in', async () => {
  const { rider, secret } = await buildTwoStepRider();
  await requestPasswordReset(rider.email);
  const [mail] = await mailed('password-reset', rider.email);
  const browser = visitor();

  const reset = await browser.post('/api/password-resets/spend', {
    token: tokenIn(mail),
    password: 'nine silver limousines',
  });

  expect(codeIn(reset)).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  expect(await riderOf(browser)).toBeNull();
  expect((await giveCode(browser, codeOf(secret))).status).toBe(200);
});

test('ten minutes after signing in, changing the app or its recovery codes requires password and code', async () => {
  const { rider, browser, secret, recoveryCodes } = await buildTwoStepRider();
  pass(600_000);
  const turnOff = () => browser.delete('/api/account/totp?role=rider');
  const prove = (proof: object) =>
    browser.post('/api/account/proof', { role: 'rider', password: TEST_PASSWORD, ...proof });
  for (const refused of [
    await turnOff(),
    await browser.post('/api/account/recovery-codes', { role: 'rider' }),
  ]) {
    expect(codeIn(refused)).toEqual([403, 'PROOF_REQUIRED']);
  }
  expect(issuesOf(await prove({ password: 'not mine' }))?.[0]?.path).toBe('password');
  expect(issuesOf(await prove({}))?.[0]?.path).toBe('code');
  expect(issuesOf(await prove({ code: codeOf(secret, 5) }))).toEqual(WRONG);

  expect((await prove({ code: codeOf(secret) })).status).toBe(204);

  const renewed = await browser.post('/api/account/recovery-codes', { role: 'rider' });
  expect(recoveryCodesSchema.parse(renewed.body).recoveryCodes).not.toEqual(recoveryCodes);
  expect(issuesOf(await giveCode(await halfSignIn(rider), recoveryCodes[0] ?? ''))).toEqual(WRONG);
  expect((await turnOff()).status).toBe(204);
  expect((await givePassword(rider)).status).toBe(200);
});

test('changing the password does not count as proof for turning the app off', async () => {
  const { browser } = await buildTwoStepRider();
  pass(600_000);
  await browser.send('PUT', '/api/account/password', {
    role: 'rider',
    currentPassword: TEST_PASSWORD,
    password: 'nine silver limousines',
  });

  expect(codeIn(await browser.delete('/api/account/totp?role=rider'))).toEqual([403, 'PROOF_REQUIRED']);
});

test('an active authenticator app cannot be replaced, and turning one on requires a correct code', async () => {
  const { browser } = await buildTwoStepRider();
  expect(codeIn(await browser.post('/api/account/totp', { role: 'rider' }))).toEqual([
    409,
    'FACTOR_CONFLICT',
  ]);

  const other = visitor();
  const rider = await buildRider();
  await givePassword(rider, other);
  const confirm = (code: string) => other.post('/api/account/totp/confirm', { role: 'rider', code });
  expect(codeIn(await confirm('123456'))).toEqual([409, 'FACTOR_CONFLICT']);
  const { secret } = totpSecretSchema.parse((await other.post('/api/account/totp', { role: 'rider' })).body);
  expect(issuesOf(await confirm(codeOf(secret, 9)))).toEqual(WRONG);
  expect(await mailed('factor-changed', rider.email)).toEqual([]);
  expect((await givePassword(rider)).status).toBe(200);
});

test('an account’s second factors are listed without secrets, and can be erased', async () => {
  const { rider, browser } = await buildTwoStepRider();

  expect((await browser.get('/api/account/factors?role=rider')).body).toEqual({
    passkeys: [],
    totp: { since: expect.any(String), recoveryCodesLeft: 10 },
    isRequired: false,
  });
  expect(await listFactors(rider.id)).toEqual({
    passkeys: [],
    totp: { since: expect.any(String), recoveryCodesLeft: 10 },
  });
  expect(await eraseFactors(rider.id)).toBe(true);
  expect(await listFactors(rider.id)).toEqual({ passkeys: [], totp: null });
  expect((await givePassword(rider)).status).toBe(200);
});

test('consent to sign in alongside another user given at a password reset is not asked again after the code', async () => {
  const { rider, secret } = await buildTwoStepRider();
  const [driver, browser] = [await buildDriver(), visitor()];
  await givePassword(driver, browser);
  await requestPasswordReset(rider.email);
  const token = tokenIn((await mailed('password-reset', rider.email)).at(-1));
  const sent = { token, password: 'four black sedans in the rain', beside: true };
  expect(codeIn(await browser.post('/api/password-resets/spend', sent))).toEqual([
    401,
    'SECOND_FACTOR_REQUIRED',
  ]);

  const { body } = await giveCode(browser, codeOf(secret));

  expect(sessionSchema.parse(body)).toMatchObject({ rider: { id: rider.id }, driver: { id: driver.id } });
});

test('a disabled account gets the same reply as a wrong password, and no sign-in is logged', async () => {
  const { rider } = await buildTwoStepRider();
  const lines = { 'actor.id': rider.id, action: 'signed in' };
  const before = await AuditModel.countDocuments(lines);
  await UserModel.updateOne({ _id: rider.id }, { $set: { disabledAt: new Date() } });

  expect(codeIn(await givePassword(rider))).toEqual([401, 'INVALID_CREDENTIALS']);

  expect(await AuditModel.countDocuments(lines)).toBe(before);
});
