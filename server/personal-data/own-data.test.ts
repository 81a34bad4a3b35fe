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
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { eraseAccount } from './erase-account.ts';

setUpTestApp();

const PROOF = { role: 'rider', currentPassword: TEST_PASSWORD };

test('who asks for their data gets all that was ever written about them, and nothing of others', async () => {
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

test('their data is given to nobody at an open session who does not know the password', async () => {
  const rider = await buildRider();

  const reply = await as(rider).post('/api/account/data', { ...PROOF, currentPassword: 'a guess' });

  expect(reply.status).toBe(400);
  expect((await as(rider).post('/api/account/data', { ...PROOF, role: 'driver' })).status).toBe(403);
});

test('an admin gets somebody’s data for them, and the log tells; a dispatcher does not', async () => {
  const [rider, admin, dispatcher] = [await buildRider(), await buildAdmin(), await buildDispatcher()];
  const path = `/api/ops/people/${rider.id}/data`;

  const reply = await as(admin).post(path);

  expect(ownDataSchema.parse(reply.body).account[0]?.email).toBe(rider.email);
  expect(await AuditModel.findOne({ 'subject.id': rider.id, action: 'data exported' }).lean()).toMatchObject({
    actor: { id: admin.id },
  });
  expect((await as(dispatcher).post(path)).status).toBe(403);
});

test('who signs up with another’s address gets nothing that was sent from it, and deletes nothing of it', async () => {
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
