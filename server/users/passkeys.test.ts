import { expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { factorsSchema, passkeySchema } from '#common/users/factors.ts';
import { passkeyCreationSchema, passkeyRequestSchema } from '#common/users/passkeys.ts';
import { sessionSchema } from '#common/users/user.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { logger } from '../infra/logger.ts';
import { MailModel } from '../mail/mail-model.ts';
import { sendMail } from '../mail/send-mail.ts';
import { visitor } from '../testing/as.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { AT_NAME, addPasskey, challengeFor, signInWithPasskey } from '../testing/passkey-browser.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import type { Reply, TestClient } from '../testing/test-client.ts';
import { travelTo } from '../testing/travel-to.ts';
import { PasskeyModel } from './passkey-model.ts';
import { requestPasswordReset } from './password-reset.ts';
import { removeFactors } from './reset-factors.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const OPTIONS = '/api/session/passkey/options';
const UNKNOWN = {
  code: 'INVALID_CREDENTIALS',
  message: 'That passkey does not work here. Please try again, or use your password.',
};

const codeIn = ({ status, body }: Reply) => [status, (body as ErrorBody).code];
const riderOf = async (browser: TestClient) =>
  sessionSchema.parse((await browser.get('/api/session')).body).rider;

async function signedIn(user: { email: string }, browser = visitor()) {
  const { email } = user;
  expect((await browser.post('/api/session', { email, password: TEST_PASSWORD })).status).toBe(200);
  return browser;
}

/** Builds a rider with a passkey. */
async function buildPasskeyRider() {
  const rider = await buildRider();
  const authenticator = new SoftwareAuthenticator(rider.id);
  const browser = await signedIn(rider);
  const { id } = passkeySchema.parse((await addPasskey(browser.post, 'rider', authenticator)).body);
  return { rider, authenticator, browser, passkeyId: id };
}

const show = (browser: TestClient, credential: object, more = {}) =>
  browser.post('/api/session/passkey', { credential, ...more }, AT_NAME);

test('adding a passkey sends an email, and the passkey signs in without a password in a new session', async () => {
  const { rider, authenticator, browser: first } = await buildPasskeyRider();
  const [mail] = await mailed('factor-changed', rider.email);
  expect(mail?.subject).toBe('A passkey was added');
  const browser = visitor();
  await browser.post(OPTIONS, undefined, AT_NAME);
  const before = browser.cookie;

  const reply = await signInWithPasskey(browser.post, authenticator);

  expect(sessionSchema.parse(reply.body).rider?.id).toBe(rider.id);
  expect(browser.cookie).not.toBe(before);
  const { passkeys } = factorsSchema.parse((await first.get('/api/account/factors?role=rider')).body);
  expect(passkeys).toMatchObject([{ isSynced: true, lastUsedAt: expect.any(String) }]);
  const stored = await PasskeyModel.findOne({ userId: rider.id }).lean();
  expect(stored).toMatchObject({ counter: authenticator.counter, isBackupEligible: true, isBackedUp: true });
  expect((await signInWithPasskey(visitor().post, authenticator)).status).toBe(200);
});

test.each([
  ['made for another origin', { origin: 'https://marquee.example.evil' }],
  ['made for another site', { rpId: 'evil.example' }],
  ['of another person', { userHandle: Buffer.from('f'.repeat(24), 'hex').toString('base64url') }],
  ['whose person was not verified', { isVerified: false }],
  ['whose counter went back', { counter: 1 }],
  ['that could not be backed up before, or could', { isBackupEligible: false }],
])('a passkey assertion %s is rejected with the generic error', async (_what, deviation) => {
  const { authenticator } = await buildPasskeyRider();
  for (let times = 0; times < 2; times += 1) await signInWithPasskey(visitor().post, authenticator);
  const browser = visitor();
  const challenge = await challengeFor(browser.post, OPTIONS);

  const reply = await show(browser, authenticator.assert(challenge, deviation));

  expect(reply).toMatchObject({ status: 401, body: UNKNOWN });
  expect(await riderOf(browser)).toBeNull();
});

test('an unknown passkey, a removed passkey and a disabled account’s passkey get the same error', async () => {
  const removed = await buildPasskeyRider();
  await removed.browser.delete(`/api/account/passkeys/${removed.passkeyId}?role=rider`);
  const disabled = await buildPasskeyRider();
  await UserModel.updateOne({ _id: disabled.rider.id }, { $set: { disabledAt: new Date() } });
  const unknown = new SoftwareAuthenticator(removed.rider.id);

  for (const authenticator of [unknown, removed.authenticator, disabled.authenticator]) {
    expect(await signInWithPasskey(visitor().post, authenticator)).toMatchObject({
      status: 401,
      body: UNKNOWN,
    });
  }
  expect((await mailed('factor-changed', removed.rider.email)).map(({ subject }) => subject)).toContain(
    'A passkey was removed',
  );
});

test('a passkey removed on a second attempt is emailed, though the email of the first was dropped', async () => {
  const { rider, browser, passkeyId } = await buildPasskeyRider();
  const remove = () => browser.delete(`/api/account/passkeys/${passkeyId}?role=rider`);
  vi.spyOn(PasskeyModel, 'deleteOne').mockRejectedValueOnce(new Error('MongoDB is gone'));
  expect((await remove()).status).toBe(500);
  vi.mocked(logger.error).mockClear();
  travelTo(Date.now() + 3_000);
  const removal = { aboutId: rider.id, what: `passkey-removed:${passkeyId}` };
  await sendMail((await MailModel.findOne(removal).orFail()).id, EMAIL_TEMPLATES);
  expect(await MailModel.findOne(removal).lean()).toMatchObject({ droppedAt: expect.any(Date) });

  expect((await remove()).status).toBe(204);

  const owed = await MailModel.findOne(removal).lean();
  expect(owed).toMatchObject({ owedSince: new Date() });
  expect(owed).not.toHaveProperty('droppedAt');
});

test('a passkey challenge can be used only once, even concurrently, only in its session and before it expires', async () => {
  const { authenticator } = await buildPasskeyRider();
  const browser = visitor();
  const credential = authenticator.assert(await challengeFor(browser.post, OPTIONS));
  const { cookie } = browser;

  const replies = await Promise.all(
    [0, 1, 2].map(() => visitor().post('/api/session/passkey', { credential }, { ...AT_NAME, cookie })),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  const other = visitor();
  await challengeFor(other.post, OPTIONS);
  const foreign = authenticator.assert(await challengeFor(visitor().post, OPTIONS));
  expect(codeIn(await show(other, foreign))).toEqual([401, 'INVALID_CREDENTIALS']);
  const late = visitor();
  const tooLate = authenticator.assert(await challengeFor(late.post, OPTIONS));
  travelTo(Date.now() + 300_000);
  expect(codeIn(await show(late, tooLate))).toEqual([401, 'INVALID_CREDENTIALS']);
});

test('the passkey prompts of several tabs work, each once, up to the eight newest of a session', async () => {
  const { authenticator } = await buildPasskeyRider();
  const browser = visitor();
  const first = await challengeFor(browser.post, OPTIONS);
  const second = await challengeFor(browser.post, OPTIONS);

  expect(codeIn(await show(browser, authenticator.assert(second, { isVerified: false })))[0]).toBe(401);
  expect(codeIn(await show(browser, authenticator.assert(second)))[0]).toBe(401);
  expect((await show(browser, authenticator.assert(first))).status).toBe(200);

  const crowded = visitor();
  const challenges: string[] = [];
  for (let tab = 0; tab < 9; tab += 1) challenges.push(await challengeFor(crowded.post, OPTIONS));
  const [dropped = '', oldest = ''] = challenges;
  expect(codeIn(await show(crowded, authenticator.assert(dropped)))[0]).toBe(401);
  expect((await show(crowded, authenticator.assert(oldest))).status).toBe(200);
});

test('a tab’s prompt to add a passkey works although another tab then asks for a passkey to sign in', async () => {
  const rider = await buildRider();
  const browser = await signedIn(rider);
  const { body } = await browser.post('/api/account/passkeys/options', { role: 'rider' }, AT_NAME);
  const { challenge } = passkeyCreationSchema.parse(body);
  await challengeFor(browser.post, OPTIONS);

  const credential = new SoftwareAuthenticator(rider.id).attest(challenge);
  const reply = await browser.post('/api/account/passkeys', { role: 'rider', credential }, AT_NAME);

  expect(reply.status).toBe(201);
});

test('a passkey challenge cannot be used again after a rejected assertion', async () => {
  const { authenticator } = await buildPasskeyRider();
  const browser = visitor();
  const challenge = await challengeFor(browser.post, OPTIONS);

  await show(browser, authenticator.assert(challenge, { isVerified: false }));

  expect((await show(browser, authenticator.assert(challenge))).status).toBe(401);
});

test('a passkey sign-in alongside another user asks for consent and then accepts the same assertion', async () => {
  const { rider, authenticator } = await buildPasskeyRider();
  const driver = await buildDriver();
  const browser = await signedIn(driver);
  const credential = authenticator.assert(await challengeFor(browser.post, OPTIONS));

  expect(codeIn(await show(browser, credential))).toEqual([409, 'SOMEBODY_SIGNED_IN']);
  const reply = await show(browser, credential, { beside: true });

  expect(sessionSchema.parse(reply.body)).toMatchObject({
    rider: { id: rider.id },
    driver: { id: driver.id },
  });
});

test.each([
  ['another origin', { origin: 'https://marquee.example.evil' }],
  ['another site', { rpId: 'evil.example' }],
  ['a person who was not verified', { isVerified: false }],
])('a passkey created for %s is not added', async (_what, deviation) => {
  const rider = await buildRider();
  const browser = await signedIn(rider);
  const { body } = await browser.post('/api/account/passkeys/options', { role: 'rider' }, AT_NAME);
  const credential = new SoftwareAuthenticator(rider.id).attest(
    passkeyCreationSchema.parse(body).challenge,
    deviation,
  );

  const reply = await browser.post('/api/account/passkeys', { role: 'rider', credential }, AT_NAME);

  expect(codeIn(reply)).toEqual([400, 'INVALID_REQUEST']);
  expect(await PasskeyModel.countDocuments({ userId: rider.id })).toBe(0);
  expect(await mailed('factor-changed', rider.email)).toEqual([]);
});

test('a sign-in challenge cannot be used to add a passkey, and the same passkey cannot be added twice', async () => {
  const { rider, browser, authenticator } = await buildPasskeyRider();
  const credential = new SoftwareAuthenticator(rider.id).attest(await challengeFor(browser.post, OPTIONS));
  const add = (made: object) =>
    browser.post('/api/account/passkeys', { role: 'rider', credential: made }, AT_NAME);
  expect(codeIn(await add(credential))).toEqual([400, 'INVALID_REQUEST']);

  expect(codeIn(await addPasskey(browser.post, 'rider', authenticator))).toEqual([409, 'FACTOR_CONFLICT']);
});

test('adding or removing a passkey in an older session requires proof with one of the account’s own passkeys', async () => {
  const { rider, browser, authenticator, passkeyId } = await buildPasskeyRider();
  travelTo(Date.now() + 600_000);
  const remove = () => browser.delete(`/api/account/passkeys/${passkeyId}?role=rider`);
  const begun = await browser.post('/api/account/passkeys/options', { role: 'rider' }, AT_NAME);
  for (const refused of [begun, await remove()]) expect(codeIn(refused)).toEqual([403, 'PROOF_REQUIRED']);
  const prove = async (shown: SoftwareAuthenticator) => {
    const challenge = await challengeFor(browser.post, '/api/account/proof/passkey/options', {
      role: 'rider',
    });
    return browser.post(
      '/api/account/proof/passkey',
      { role: 'rider', credential: shown.assert(challenge) },
      AT_NAME,
    );
  };
  const stranger = await buildPasskeyRider();

  expect(codeIn(await prove(stranger.authenticator))).toEqual([401, 'INVALID_CREDENTIALS']);
  expect((await prove(authenticator)).status).toBe(204);

  expect((await remove()).status).toBe(204);
  expect(await PasskeyModel.countDocuments({ userId: rider.id })).toBe(0);
});

test.each([
  'an admin removes all ways in of an account',
  'the owner of an address that was never confirmed chooses a password by mail',
])('a passkey that is being added while %s is not kept', async (what) => {
  const isAdmin = what.startsWith('an admin');
  const user = isAdmin ? await buildDriver() : await buildRider({ emailConfirmedAt: null });
  const [thief, authenticator] = [await signedIn(user), new SoftwareAuthenticator(user.id)];
  await requestPasswordReset(user.email);
  const token = tokenIn((await mailed('password-reset', user.email)).at(-1));
  const takeAway = () =>
    isAdmin
      ? removeFactors(user.id)
      : visitor().post('/api/password-resets/spend', { token, password: 'nine silver limousines' });
  // The last check before the passkey is stored.
  const spy = vi.spyOn(PasskeyModel, 'countDocuments').mockImplementationOnce(() => {
    const taken = takeAway().then(() => 0);
    return taken as unknown as ReturnType<typeof PasskeyModel.countDocuments>;
  });
  onTestFinished(() => spy.mockRestore());

  const added = await addPasskey(thief.post, isAdmin ? 'driver' : 'rider', authenticator);

  expect(codeIn(added)).toEqual([401, 'UNAUTHENTICATED']);
  expect(codeIn(await signInWithPasskey(visitor().post, authenticator))).toEqual([401, UNKNOWN.code]);
});

test('a user cannot remove another user’s passkey', async () => {
  const mine = await buildPasskeyRider();
  const theirs = await buildPasskeyRider();

  const reply = await theirs.browser.delete(`/api/account/passkeys/${mine.passkeyId}?role=rider`);

  expect(reply.status).toBe(204);
  expect(await PasskeyModel.exists({ _id: mine.passkeyId })).not.toBeNull();
  expect(await mailed('factor-changed', theirs.rider.email)).toHaveLength(1);
  expect((await signInWithPasskey(visitor().post, mine.authenticator)).status).toBe(200);
});

test('the passkey challenge names the host of PUBLIC_URL; at a bare IP address passkeys are unavailable', async () => {
  const named = passkeyRequestSchema.parse((await visitor().post(OPTIONS, undefined, AT_NAME)).body);
  expect(named).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(named.allowCredentials).toBeUndefined();

  expect(codeIn(await visitor().post(OPTIONS))).toEqual([409, 'PASSKEYS_UNAVAILABLE']);
});

test('a rider with a passkey can still sign in with the password', async () => {
  const { rider } = await buildPasskeyRider();

  await signedIn(rider);
});

test('an account has at most twenty passkeys, even if adding one began before the limit was reached', async () => {
  const { rider, browser } = await buildPasskeyRider();
  const known = await PasskeyModel.findOne({ userId: rider.id }).lean().orFail();
  const { _id, ...first } = known;
  const more = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({
      ...first,
      credentialId: `${rider.id}${from + index}`,
    }));
  await PasskeyModel.insertMany(more(1, 19));
  const authenticator = new SoftwareAuthenticator(rider.id);
  const { body } = await browser.post('/api/account/passkeys/options', { role: 'rider' }, AT_NAME);
  const { challenge } = passkeyCreationSchema.parse(body);
  await PasskeyModel.insertMany(more(19, 20));

  const credential = authenticator.attest(challenge);
  const added = await browser.post('/api/account/passkeys', { role: 'rider', credential }, AT_NAME);
  const begun = await browser.post('/api/account/passkeys/options', { role: 'rider' }, AT_NAME);

  expect([added, begun].map(codeIn)).toEqual(Array(2).fill([409, 'FACTOR_CONFLICT']));
  expect(await PasskeyModel.countDocuments({ userId: rider.id })).toBe(20);
});

test('of two concurrent sign-ins with copies of one authenticator, only one succeeds', async () => {
  const { authenticator } = await buildPasskeyRider();
  const browsers = [visitor(), visitor()];
  const challenges = await Promise.all(browsers.map(({ post }) => challengeFor(post, OPTIONS)));
  const credentials = challenges.map((challenge) => authenticator.assert(challenge, { counter: 7 }));

  const replies = await Promise.all(
    browsers.map((browser, index) => show(browser, credentials[index] ?? credentials)),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});
