import { randomUUID } from 'node:crypto';
import type { Model } from 'mongoose';
import { expect, test, vi } from 'vitest';
import type { MailTemplate } from '#common/mail-templates.ts';
import { passkeySchema } from '#common/users/factors.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { logger } from '../infra/logger.ts';
import { visitor } from '../testing/as.ts';
import { buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { mailed, tokenIn } from '../testing/mailed.ts';
import { addPasskey } from '../testing/passkey-browser.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { travelTo } from '../testing/travel-to.ts';
import { PasskeyModel } from '../users/passkey-model.ts';
import { UserModel, type UserRecord } from '../users/user-model.ts';
import { type MailDoc, MailModel } from './mail-model.ts';
import { sendMail } from './send-mail.ts';

setUpTestApp();

const owedOf = (template: MailTemplate) => ({ template, owedSince: { $exists: true } });

const compose = (template: MailTemplate, { aboutId, what }: MailDoc) =>
  EMAIL_TEMPLATES[template].compose(aboutId.toHexString(), what);

/** Lets a worker drop the due emails of a template whose change is not made. */
async function dropUntrue(template: MailTemplate): Promise<void> {
  const due = await MailModel.find({ ...owedOf(template), owedSince: { $lte: new Date() } }).lean<
    MailDoc[]
  >();
  for (const mail of due) {
    if ((await compose(template, mail)) === null) await sendMail(mail._id.toHexString(), EMAIL_TEMPLATES);
  }
}

/** Delays the next write until after a worker has looked at the emails that announce it. */
function delayWrite<Doc>(model: Model<Doc>, name: 'updateOne' | 'deleteOne', template: MailTemplate): void {
  const write = model[name].bind(model) as (...args: unknown[]) => never;
  vi.spyOn(model, name).mockImplementationOnce((async (...args: unknown[]) => {
    travelTo(Date.now() + 60_000);
    await dropUntrue(template);
    return write(...args);
  }) as never);
}

async function signIn({ email }: UserRecord) {
  const browser = visitor();
  expect((await browser.post('/api/session', { email, password: TEST_PASSWORD })).status).toBe(200);
  return browser;
}

test('a removed passkey is emailed, even if the removal took so long that its email had been dropped', async () => {
  const rider = await buildRider();
  const browser = await signIn(rider);
  const added = await addPasskey(browser.post, 'rider', new SoftwareAuthenticator(rider.id));
  const { id } = passkeySchema.parse(added.body);
  travelTo(Date.now());
  delayWrite(PasskeyModel, 'deleteOne', 'factor-changed');

  expect((await browser.delete(`/api/account/passkeys/${id}?role=rider`)).status).toBe(204);

  const removal = { aboutId: rider.id, what: `passkey-removed:${id}`, ...owedOf('factor-changed') };
  expect(await MailModel.findOne(removal).lean()).not.toBeNull();
});

test('a changed password is emailed, even if the change took so long that its email had been dropped', async () => {
  const rider = await buildRider();
  const browser = await signIn(rider);
  travelTo(Date.now());
  delayWrite(UserModel, 'updateOne', 'password-changed');

  const change = { role: 'rider', currentPassword: TEST_PASSWORD, password: `new ${randomUUID()}` };
  expect((await browser.send('PUT', '/api/account/password', change)).status).toBe(200);

  expect(await MailModel.findOne({ aboutId: rider.id, ...owedOf('password-changed') }).lean()).not.toBeNull();
});

/** Requests a change of address. @returns the token emailed to the new one */
async function requestEmailChange(rider: UserRecord, email: string): Promise<string> {
  const browser = await signIn(rider);
  const change = { role: 'rider', currentPassword: TEST_PASSWORD, email };
  expect((await browser.send('PUT', '/api/account/email', change)).status).toBe(202);
  return tokenIn((await mailed('email-change', email)).at(-1));
}

const spend = (token: string) =>
  visitor().post('/api/email-confirmations/spend', { token, password: TEST_PASSWORD });

/** Counts the owed emails about a changed address to each of these. */
async function countChanged(...addresses: string[]): Promise<number[]> {
  const owed = await MailModel.find(owedOf('email-changed')).lean<MailDoc[]>();
  const contents = await Promise.all(owed.map((mail) => compose('email-changed', mail)));
  return addresses.map((address) => contents.filter((content) => content?.to === address).length);
}

test('a changed address is emailed to both, even if the change took so long that the emails had been dropped', async () => {
  const rider = await buildRider();
  const email = `new-${randomUUID()}@example.com`;
  const token = await requestEmailChange(rider, email);
  travelTo(Date.now());
  delayWrite(UserModel, 'updateOne', 'email-changed');

  expect((await spend(token)).status).toBe(200);

  expect(await countChanged(rider.email, email)).toEqual([1, 1]);
});

test('an address changed on a second attempt is emailed, though the emails of the first were dropped', async () => {
  const rider = await buildRider();
  const email = `new-${randomUUID()}@example.com`;
  const token = await requestEmailChange(rider, email);
  travelTo(Date.now());
  vi.spyOn(UserModel, 'updateOne').mockRejectedValueOnce(new Error('MongoDB is gone'));
  expect((await spend(token)).status).toBe(500);
  vi.mocked(logger.error).mockClear();
  travelTo(Date.now() + 60_000);
  await dropUntrue('email-changed');
  expect(await countChanged(rider.email, email)).toEqual([0, 0]);

  expect((await spend(token)).status).toBe(200);

  expect(await countChanged(rider.email, email)).toEqual([1, 1]);
});

test('a changed password is reported as changed, even if its email cannot be enqueued again', async () => {
  const rider = await buildRider();
  const browser = await signIn(rider);
  vi.spyOn(MailModel, 'findOneAndUpdate').mockImplementationOnce(() => {
    throw new Error('MongoDB is gone');
  });

  const change = { role: 'rider', currentPassword: TEST_PASSWORD, password: `new ${randomUUID()}` };
  expect((await browser.send('PUT', '/api/account/password', change)).status).toBe(200);

  const failed = expect.objectContaining({ template: 'password-changed', aboutId: rider.id });
  expect(logger.error).toHaveBeenCalledWith(failed, 'notice of a change not enqueued again');
  vi.mocked(logger.error).mockClear();
});
