import { expect, test, vi } from 'vitest';
import { totpSecretSchema } from '#common/users/factors.ts';
import { sessionSchema } from '#common/users/user.ts';
import { logger } from '../infra/logger.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildAdmin, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { addPasskey, signInWithPasskey } from '../testing/passkey-browser.ts';
import { PASSWORD, redeemToken, requestToken, signIn } from '../testing/reset-password.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { codeOf as codeOfApp } from '../testing/totp-codes.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { listFactors } from './factors.ts';
import { UserModel, type UserRecord } from './user-model.ts';

setUpTestApp();

const NO_FACTORS = { passkeys: [], totp: null };
const factorMails = async ({ email }: UserRecord) =>
  (await mailed('factor-changed', email)).map(({ subject }) => subject);

test('resetting the password of an unconfirmed account removes passkeys added before', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  const authenticator = new SoftwareAuthenticator(rider.id);
  expect((await addPasskey(as(rider).post, 'rider', authenticator)).status).toBe(201);

  const reply = await redeemToken(await requestToken(rider));

  expect(sessionSchema.parse(reply.body).rider?.id).toBe(rider.id);
  expect((await signInWithPasskey(visitor().post, authenticator)).status).toBe(401);
  expect(await listFactors(rider.id)).toEqual(NO_FACTORS);
  expect(await factorMails(rider)).toEqual(['Passkeys and authenticator app were removed']);
});

test('resetting the password of an unconfirmed account removes its authenticator app and signs in', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  const begun = await as(rider).post('/api/account/totp', { role: 'rider' });
  const code = codeOfApp(totpSecretSchema.parse(begun.body).secret);
  expect((await as(rider).post('/api/account/totp/confirm', { role: 'rider', code })).status).toBe(200);

  const reply = await redeemToken(await requestToken(rider));

  expect(sessionSchema.parse(reply.body).rider?.id).toBe(rider.id);
  expect((await signIn(rider.email, PASSWORD)).status).toBe(200);
  expect(await factorMails(rider)).toEqual(['Passkeys and authenticator app were removed']);
});

test('a password reset that fails while it removes factors sends its email when it is repeated', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  expect((await addPasskey(as(rider).post, 'rider', new SoftwareAuthenticator(rider.id))).status).toBe(201);
  const token = await requestToken(rider);
  vi.spyOn(MailModel, 'create').mockRejectedValueOnce(new Error('MongoDB is gone'));

  expect((await redeemToken(token)).status).toBe(500);

  vi.mocked(logger.error).mockClear();
  expect((await redeemToken(token)).status).toBe(200);
  expect(await factorMails(rider)).toEqual(['Passkeys and authenticator app were removed']);
});

test('a password reset by the email’s owner ends the session and passkey of the person who signed up with it', async () => {
  const thief = visitor();
  const rider = await buildRider({ emailConfirmedAt: null });
  await thief.post('/api/session', { email: rider.email, password: TEST_PASSWORD });
  const authenticator = new SoftwareAuthenticator(rider.id);
  expect((await addPasskey(thief.post.bind(thief), 'rider', authenticator)).status).toBe(201);
  await thief.post('/api/email-confirmations', { role: 'rider' });
  const [confirmation] = await mailed('email-confirmation', rider.email);
  const pressed = await visitor().post('/api/email-confirmations/spend', { token: tokenIn(confirmation) });
  expect(pressed.status).toBe(400);

  const reply = await redeemToken(await requestToken(rider));

  expect(sessionSchema.parse(reply.body).rider?.id).toBe(rider.id);
  expect(sessionSchema.parse((await thief.get('/api/session')).body).rider).toBeNull();
  expect((await signInWithPasskey(visitor().post, authenticator)).status).toBe(401);
  expect(await listFactors(rider.id)).toEqual(NO_FACTORS);
  expect(await factorMails(rider)).toEqual(['Passkeys and authenticator app were removed']);
});

test('a password reset keeps the passkeys of an account whose email was confirmed in its own session', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  expect((await addPasskey(as(rider).post, 'rider', new SoftwareAuthenticator(rider.id))).status).toBe(201);
  await as(rider).post('/api/email-confirmations', { role: 'rider' });
  const [confirmation] = await mailed('email-confirmation', rider.email);
  const pressed = await as(rider).post('/api/email-confirmations/spend', { token: tokenIn(confirmation) });
  expect(pressed.status).toBe(200);

  await redeemToken(await requestToken(rider));

  expect((await listFactors(rider.id)).passkeys).toHaveLength(1);
});

test('an authenticator app turned on during the password reset of an unconfirmed account is removed too', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  const token = await requestToken(rider);
  const updateOne = UserModel.updateOne.bind(UserModel);
  vi.spyOn(UserModel, 'updateOne').mockImplementationOnce((async (...args: Parameters<typeof updateOne>) => {
    await AuthenticatorModel.create({ _id: rider.id, secret: 'sealed', confirmedAt: new Date() });
    return updateOne(...args);
  }) as unknown as typeof updateOne);

  expect((await redeemToken(token)).status).toBe(200);

  expect(await listFactors(rider.id)).toEqual(NO_FACTORS);
});

test('a password reset keeps an admin’s passkey, even if the email is not recorded as confirmed', async () => {
  const admin = await buildAdmin({ emailConfirmedAt: null });

  expect(await redeemToken(await requestToken(admin))).toMatchObject({
    status: 401,
    body: { code: 'PASSKEY_REQUIRED' },
  });

  expect((await listFactors(admin.id)).passkeys).toHaveLength(1);
  expect(await factorMails(admin)).toEqual([]);
});
