import { expect, test } from 'vitest';
import { ownDataSchema } from '#common/personal-data/own-data.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { MessageModel } from '../messages/message-model.ts';
import { receiveMessage } from '../messages/receive-message.ts';
import { findRide } from '../rides/ride-queries.ts';
import { as } from '../testing/as.ts';
import { buildContact } from '../testing/build-message.ts';
import { buildAdmin, buildDispatcher, buildRider, TEST_PASSWORD } from '../testing/build-user.ts';
import { buildBusyRider } from '../testing/busy-rider.ts';
import { moveAddress } from '../testing/move-address.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { eraseAccount } from './erase-account.ts';

setUpTestApp();

const PROOF = { role: 'rider', currentPassword: TEST_PASSWORD };

test('a data export contains everything written about the rider, and nothing about others', async () => {
  const { rider, traces, others } = await buildBusyRider();

  const reply = await as(rider).post('/api/account/data', PROOF);

  expect(reply.status, JSON.stringify(reply.body).slice(0, 500)).toBe(200);
  const data = ownDataSchema.parse(reply.body);
  const text = JSON.stringify(data);
  expect(traces.filter((trace) => !text.includes(trace))).toEqual([]);
  expect(others.filter((other) => text.includes(other))).toEqual([]);
  const full = Object.entries(data).filter(([, section]) => Array.isArray(section) && section.length > 0);
  expect(full.map(([name]) => name)).toEqual([
    ...['account', 'sessions', 'passwordLinks', 'savedPlaces', 'ridesBooked', 'promoCodesUsed'],
    ...[
      'giftCardsBought',
      'giftCardsReceived',
      'giftCardUses',
      'messages',
      'applications',
      'emails',
      'alerts',
      'log',
    ],
  ]);
});

test('a data export covers former addresses, and lists them with their times', async () => {
  const { rider, traces, others } = await buildBusyRider();
  const [second, third] = [`second.${rider.email}`, `third.${rider.email}`];
  await moveAddress(rider, second);
  await moveAddress(rider, third);

  const { body } = await as(rider).post('/api/account/data', PROOF);

  const data = ownDataSchema.parse(body);
  const text = JSON.stringify(data);
  expect(traces.filter((trace) => !text.includes(trace))).toEqual([]);
  expect(others.filter((other) => text.includes(other))).toEqual([]);
  const [account] = data.account;
  expect(account).toMatchObject({ email: third, formerEmails: [{ email: rider.email }, { email: second }] });
  expect(account?.formerEmails[1]?.confirmedAt).toBe(account?.formerEmails[0]?.until);
});

test('a data export contains a pending change of address and the emails about it', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const email = `next.${rider.email}`;
  const change = { ...PROOF, email };
  expect((await as(rider).send('PUT', '/api/account/email', change)).status).toBe(202);

  const data = ownDataSchema.parse((await as(rider).post('/api/account/data', PROOF)).body);

  expect(data.passwordLinks.map((link) => link.email)).toEqual([email]);
  expect(data.emails.map(({ template }) => template).toSorted()).toEqual([
    'email-change',
    'email-change-asked',
  ]);
  expect(JSON.stringify((await as(other).post('/api/account/data', PROOF)).body)).not.toContain(email);
});

test('two accounts that had one address in turn export and delete only the messages of their own time', async () => {
  const [former, later] = [await buildRider(), await buildRider()];
  const { email } = former;
  const write = (message: string) =>
    receiveMessage({ form: 'contact', content: buildContact({ email, message }) }, null);
  await write('of the former');
  await moveAddress(former, `moved.${email}`);
  await write('of nobody yet');
  await moveAddress(later, email);
  await write('of the later');
  await moveAddress(later, `moved.${later.email}`);
  await write('of nobody any more');
  const messagesOf = async (rider: UserRecord) => {
    const { body } = await as(rider).post('/api/account/data', PROOF);
    return ownDataSchema.parse(body).messages.map(({ content }) => content.message);
  };

  expect(await messagesOf(former)).toEqual(['of the former']);
  expect(await messagesOf(later)).toEqual(['of nobody yet', 'of the later']);

  await as(former).post('/api/account/deletion', PROOF);
  await eraseAccount(former.id);
  const left = await MessageModel.find({ senderKey: email }).sort({ _id: 1 }).lean();
  expect(left.map(({ content }) => Object(content).message)).toEqual([
    'of nobody yet',
    'of the later',
    'of nobody any more',
  ]);
  expect(await messagesOf(later)).toEqual(['of nobody yet', 'of the later']);
});

test('a data export does not cover a former address that was never confirmed', async () => {
  const rider = await buildRider({ emailConfirmedAt: null });
  await receiveMessage({ form: 'contact', content: buildContact({ email: rider.email }) }, null);
  await moveAddress(rider, `moved.${rider.email}`);

  const { body } = await as(rider).post('/api/account/data', PROOF);

  expect(ownDataSchema.parse(body)).toMatchObject({ account: [{ formerEmails: [] }], messages: [] });
});

test('a data export with a wrong password or another role is refused', async () => {
  const rider = await buildRider();

  const reply = await as(rider).post('/api/account/data', { ...PROOF, currentPassword: 'a guess' });

  expect(reply.status).toBe(400);
  expect((await as(rider).post('/api/account/data', { ...PROOF, role: 'driver' })).status).toBe(403);
});

test('an admin can export a rider’s data, which is audited, and a dispatcher cannot', async () => {
  const [rider, admin, dispatcher] = [await buildRider(), await buildAdmin(), await buildDispatcher()];
  const path = `/api/ops/people/${rider.id}/data`;

  const reply = await as(admin).post(path);

  expect(ownDataSchema.parse(reply.body).account[0]?.email).toBe(rider.email);
  expect(await AuditModel.findOne({ 'subject.id': rider.id, action: 'data exported' }).lean()).toMatchObject({
    actor: { id: admin.id },
  });
  expect((await as(dispatcher).post(path)).status).toBe(403);
});

test('an account with an unconfirmed address neither exports nor deletes messages sent from that address', async () => {
  const { rider, completed } = await buildBusyRider();
  const email = `${rider.email}.au`;
  await receiveMessage({ form: 'contact', content: buildContact({ email }) }, null);
  const stranger = await buildRider({ email, emailConfirmedAt: null });

  const { body } = await as(stranger).post('/api/account/data', PROOF);

  expect(ownDataSchema.parse(body)).toMatchObject({ messages: [], applications: [], ridesBooked: [] });
  expect((await as(stranger).post('/api/account/deletion', PROOF)).status).toBe(202);
  await eraseAccount(stranger.id);
  expect(await MessageModel.countDocuments({ senderKey: email })).toBe(1);
  expect((await findRide(completed.id)).customerName).toBe(rider.name);
});
