import { expect, test } from 'vitest';
import type { ErrorBody } from '#common/errors.ts';
import { accountSchema } from '#common/users/account.ts';
import { sessionSchema } from '#common/users/user.ts';
import { as, visitor } from '../testing/as.ts';
import { buildGiftCard } from '../testing/build-gift-card.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { bookRide, buildRequest, buildRide } from '../testing/build-ride.ts';
import { buildDriver, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn, issuesOf } from '../testing/test-client.ts';
import { AccountLinkModel } from './account-link-model.ts';
import { DEMO_USERS } from './demo-users.ts';
import { confirmEmail } from './email-confirmation.ts';
import { openEmailLink } from './email-link.ts';
import { createInvitationLink, inviteUser } from './invitations.ts';
import { seedUsers } from './seed-users.ts';
import { UserModel } from './user-model.ts';

setUpTestApp();

const SPENT = [409, 'LINK_SPENT'];
const GATED = [403, 'EMAIL_NOT_CONFIRMED'];

const buildNewcomer = () => buildRider({ emailConfirmedAt: null });
const ask = (browser: ReturnType<typeof visitor>) =>
  browser.post('/api/email-confirmations', { role: 'rider' });
const read = (token: string) => visitor().post('/api/email-confirmations/read', { token });
/** Spends a link in a browser that is not signed in. */
const spend = (token: string, password = TEST_PASSWORD) =>
  visitor().post('/api/email-confirmations/spend', { token, password });
const tokensOf = async (email: string) => (await mailed('email-confirmation', email)).map(tokenIn);
const isConfirmed = async (id: string) => (await UserModel.findById(id))?.emailConfirmedAt != null;

test('signing up sends a confirmation link, and using it (not just opening it) confirms the email', async () => {
  const browser = visitor();
  const email = 'nia.confirms@example.com';
  const account = { name: 'Nia Cole', email, password: 'a long enough password' };
  const { rider } = sessionSchema.parse((await browser.post('/api/users', account)).body);
  expect(rider?.isEmailConfirmed).toBe(false);
  const [token = ''] = await tokensOf(email);
  const opened = await browser.post('/api/email-confirmations/read', { token });
  expect(opened.body).toEqual({ email, isChange: false });
  expect(await isConfirmed(rider?.id ?? '')).toBe(false);

  const spent = await browser.post('/api/email-confirmations/spend', { token });

  expect(spent.body).toEqual({ email, isChange: false });

  const session = sessionSchema.parse((await browser.get('/api/session')).body);
  expect(session.rider?.isEmailConfirmed).toBe(true);
  const { body } = await browser.get('/api/account?role=rider');
  expect(accountSchema.parse(body).emailConfirmedAt).not.toBeNull();
});

test('confirming an email from a browser not signed in to the account requires the account’s password', async () => {
  const [rider, other] = [await buildNewcomer(), await buildRider()];
  await ask(as(rider));
  const [token = ''] = await tokensOf(rider.email);
  expect((await read(token)).body).toEqual({ email: rider.email, isChange: false, needsPassword: true });

  const refused = [
    await visitor().post('/api/email-confirmations/spend', { token }),
    await as(other).post('/api/email-confirmations/spend', { token }),
    await spend(token, 'a guess'),
  ];

  expect(refused.map(({ status, body }) => [status, (body as ErrorBody).issues])).toEqual([
    [400, [{ path: 'password', message: 'Please enter the password of this account.' }]],
    [400, [{ path: 'password', message: 'Please enter the password of this account.' }]],
    [400, [{ path: 'password', message: 'That is not the password of this account.' }]],
  ]);
  expect(await isConfirmed(rider.id)).toBe(false);
  expect((await spend(token)).status).toBe(200);
  expect(await isConfirmed(rider.id)).toBe(true);
});

test('confirmation links share a limit of ten wrong passwords per account; a signed-in browser is not limited', async () => {
  const rider = await buildNewcomer();
  await ask(as(rider));
  await ask(as(rider));
  const [first = '', second = ''] = await tokensOf(rider.email);
  for (let count = 0; count < 10; count += 1) await spend(count % 2 ? first : second, `guess ${count}`);

  expect(codeIn(await spend(first))).toEqual([429, 'TOO_MANY_REQUESTS']);

  expect((await as(rider).post('/api/email-confirmations/spend', { token: first })).status).toBe(200);
});

test('an account whose password changes after its link was opened is not confirmed by that link', async () => {
  const rider = await buildNewcomer();
  await ask(as(rider));
  const open = await openEmailLink((await tokensOf(rider.email))[0] ?? '');
  await UserModel.updateOne({ _id: rider.id }, { passwordHash: 'another' });

  await expect(confirmEmail(open)).rejects.toMatchObject({ code: 'LINK_SPENT' });

  expect(await isConfirmed(rider.id)).toBe(false);
});

test('a confirmation link works once, and after confirmation no other link works and none is sent', async () => {
  const rider = await buildNewcomer();
  await ask(as(rider));
  await ask(as(rider));
  const [first = '', second = ''] = await tokensOf(rider.email);

  const replies = await Promise.all([spend(second), spend(second)]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(codeIn(await spend(first))).toEqual(SPENT);
  expect(codeIn(await read(first))).toEqual(SPENT);
  expect((await ask(as(rider))).status).toBe(202);
  expect(await AccountLinkModel.countDocuments({ email: rider.email })).toBe(2);
  expect(await mailed('email-confirmation', rider.email)).toEqual([]);
});

test('a confirmation link that is expired, forged or for a former address confirms nothing', async () => {
  const [old, moved] = [await buildNewcomer(), await buildNewcomer()];
  await ask(as(old));
  await ask(as(moved));
  const [token = ''] = await tokensOf(old.email);
  const [tokenOfMoved = ''] = await tokensOf(moved.email);
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  expect(codeIn(await spend(forged))).toEqual(SPENT);

  await AccountLinkModel.updateMany({ email: old.email }, { expiresAt: new Date(Date.now() - 1) });
  await UserModel.updateOne({ _id: moved.id }, { email: `elsewhere-${moved.email}` });

  expect(codeIn(await spend(token))).toEqual(SPENT);
  expect(codeIn(await spend(tokenOfMoved))).toEqual(SPENT);
  expect(await isConfirmed(moved.id)).toBe(false);
});

test('a confirmation link does not confirm another account that later takes over the address', async () => {
  const rider = await buildNewcomer();
  await ask(as(rider));
  const [token = ''] = await tokensOf(rider.email);
  await UserModel.updateOne({ _id: rider.id }, { email: `elsewhere-${rider.email}` });
  const later = await buildRider({ email: rider.email, emailConfirmedAt: null });

  expect(codeIn(await spend(token))).toEqual(SPENT);
  expect(await isConfirmed(later.id)).toBe(false);
});

test('confirmation links are limited to five per half hour, and the refusal says when to retry', async () => {
  const rider = await buildNewcomer();
  for (let count = 0; count < 5; count += 1) expect((await ask(as(rider))).status).toBe(202);

  const sixth = await ask(as(rider));

  expect(codeIn(sixth)).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(sixth.headers.get('retry-after')).not.toBeNull();
  const [token = ''] = await tokensOf(rider.email);
  expect((await spend(token)).status).toBe(200);
});

test('accepting an invitation and resetting the password by email confirm the address; demo users are confirmed', async () => {
  const email = 'ivy.invited@example.com';
  const { id } = await inviteUser({ name: 'Ivy Invited', email, phone: null, role: 'driver' });
  const invitation = (await createInvitationLink(id)).split('/').at(-1);
  expect(await isConfirmed(id)).toBe(false);
  await visitor().post(`/api/invitations/${invitation}`, { password: 'four black sedans' });
  expect(await isConfirmed(id)).toBe(true);

  const rider = await buildNewcomer();
  await visitor().post('/api/password-resets', { email: rider.email });
  const [reset] = await mailed('password-reset', rider.email);
  await visitor().post('/api/password-resets/spend', { token: tokenIn(reset), password: 'nine limousines' });
  expect(await isConfirmed(rider.id)).toBe(true);

  await seedUsers();
  const demo = await UserModel.find({ email: { $in: DEMO_USERS.map((person) => person.email) } });
  expect(demo).toHaveLength(DEMO_USERS.length);
  expect(demo.every(({ emailConfirmedAt }) => emailConfirmedAt !== null)).toBe(true);
});

test('changing the password while signed in does not confirm the email', async () => {
  const rider = await buildNewcomer();
  const reply = await as(rider).send('PUT', '/api/account/password', {
    role: 'rider',
    currentPassword: TEST_PASSWORD,
    password: 'nine silver limousines',
  });

  expect(reply.status).toBe(200);
  expect(await isConfirmed(rider.id)).toBe(false);
});

test('validating a promo code requires a confirmed email when signed in, but not as a visitor', async () => {
  const [rider, promo] = [await buildNewcomer(), await buildPromo()];
  const check = (browser: ReturnType<typeof visitor>, code: string) =>
    browser.post('/api/validate-promo-code', { code, fareAmount: 100 });

  const refused = await check(as(rider), promo.code);

  expect(codeIn(refused)).toEqual(GATED);
  expect(refused.body).toMatchObject({
    message: `Please confirm your email address first, with the link we emailed to ${rider.email}.`,
    issues: [{ path: 'code' }],
  });
  expect((await check(as(rider), 'NO-SUCH-CODE')).body).toMatchObject({
    message: 'This promo code is not valid',
  });
  expect((await check(visitor(), promo.code)).status).toBe(200);

  await UserModel.updateOne({ _id: rider.id }, { emailConfirmedAt: new Date() });
  expect((await check(as(rider), promo.code)).status).toBe(200);
});

test('booking a ride with a promo code requires a confirmed email; booking without a promo code does not', async () => {
  const [rider, promo] = [await buildNewcomer(), await buildPromo()];
  const request = buildRequest({ riderId: rider.id, promoCodeId: promo.id });

  const refused = await as(rider).post('/api/rides', request);

  expect(codeIn(refused)).toEqual(GATED);
  expect(issuesOf(refused)).toMatchObject([{ path: 'promoCodeId' }]);
  await bookRide(rider);
  await UserModel.updateOne({ _id: rider.id }, { emailConfirmedAt: new Date() });
  await bookRide(rider, { promoCodeId: promo.id });
});

test('sharing a trip requires a confirmed email; ending an existing share link does not', async () => {
  const rider = await buildNewcomer();
  const driver = await buildDriver();
  const ride = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'accepted' });
  const path = `/api/rides/${ride.id}/share`;

  expect(codeIn(await as(rider).post(path, {}))).toEqual(GATED);
  await UserModel.updateOne({ _id: rider.id }, { emailConfirmedAt: new Date() });
  expect((await as(rider).post(path, {})).status).toBe(200);
  await UserModel.updateOne({ _id: rider.id }, { emailConfirmedAt: null });
  expect((await as(rider).send('DELETE', path)).status).toBe(200);
});

test('reading a gift card’s balance requires a confirmed email when signed in; validating the card does not', async () => {
  const [rider, { code }] = [await buildNewcomer(), await buildGiftCard()];

  expect(codeIn(await as(rider).post('/api/gift-cards/balance', { code }))).toEqual(GATED);
  expect((await visitor().post('/api/gift-cards/balance', { code })).status).toBe(200);
  expect((await as(rider).post('/api/validate-gift-card', { code })).status).toBe(200);
});
