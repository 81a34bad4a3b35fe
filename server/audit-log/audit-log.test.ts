import { Types } from 'mongoose';
import { expect, test } from 'vitest';
import { type AuditPage, auditPageSchema } from '#common/audit-log/audit-log-api.ts';
import { as, visitor } from '../testing/as.ts';
import {
  buildAdmin,
  buildDispatcher,
  buildDriver,
  buildRider,
  TEST_PASSWORD,
} from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { AuditModel, KEEP_DAYS, KEEP_SIGN_IN_DAYS } from './audit-model.ts';
import { recordAudit, trimAuditLog, WORKER } from './record-audit.ts';

setUpTestApp();

const DAY_MS = 86_400_000;
const newId = () => new Types.ObjectId().toHexString();

/** Writes an audit line for this subject at the given time (default: now). */
async function buildLine(subjectId: string, { at = new Date(), action = 'ride moved', name = 'Ride' } = {}) {
  await recordAudit({ actor: WORKER, action, subject: { kind: 'ride', id: subjectId, name } });
  const line = await AuditModel.findOne({ 'subject.id': subjectId }).sort({ _id: -1 }).lean();
  // Bypasses the model, which refuses updates.
  await AuditModel.collection.updateOne({ _id: line?._id }, { $set: { at } });
}

async function read(query: Record<string, string> = {}): Promise<AuditPage> {
  const reply = await as(await buildAdmin()).get(`/api/ops/audit-log?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return auditPageSchema.parse(reply.body);
}

test('audit lines can be searched by parts of words, by actor and by subject', async () => {
  const [one, other] = [newId(), newId()];
  await buildLine(one, { action: 'vehicle retired', name: 'Hummer Eighteen' });
  await buildLine(other, { action: 'vehicle bought', name: 'Hummer Twenty' });
  const found = async (query: Record<string, string>) =>
    (await read(query)).entries.map(({ subject }) => subject.id);

  expect(await found({ q: 'HUMM retir' })).toEqual([one]);
  expect(await found({ q: 'hummer' })).toEqual([other, one]);
  expect(await found({ q: other.slice(2) })).toEqual([other]);
  expect(await found({ subjectId: one })).toEqual([one]);
  expect(await found({ actorId: newId() })).toEqual([]);
});

test('the day filter of the audit log covers midnight to midnight in Las Vegas', async () => {
  const subjectId = newId();
  await buildLine(subjectId, { at: new Date('2026-11-20T07:59:59Z'), action: 'too early' });
  await buildLine(subjectId, { at: new Date('2026-11-20T08:00:00Z'), action: 'first' });
  await buildLine(subjectId, { at: new Date('2026-11-21T07:59:59Z'), action: 'last' });
  await buildLine(subjectId, { at: new Date('2026-11-21T08:00:00Z'), action: 'too late' });

  const { entries } = await read({ subjectId, on: '2026-11-20' });

  expect(entries.map(({ action }) => action)).toEqual(['last', 'first']);
  const admin = as(await buildAdmin());
  expect((await admin.get('/api/ops/audit-log?on=2026-02-30')).status).toBe(400);
  expect((await admin.get('/api/ops/audit-log?after=yesterday')).status).toBe(400);
});

test('the audit log is paged by 100, with each line listed once even if many have the same time', async () => {
  const subjectId = newId();
  const at = new Date('2026-10-02T18:00:00Z');
  await AuditModel.insertMany(
    Array.from({ length: 230 }, (_, index) => ({
      _id: new Types.ObjectId(),
      at,
      actor: WORKER,
      action: `act ${index}`,
      subject: { kind: 'ride', id: subjectId, name: null },
      words: index === 3 ? 'needle' : 'hay',
    })),
  );

  const first = await read({ subjectId });
  const second = await read({ subjectId, after: first.next ?? '' });
  const third = await read({ subjectId, after: second.next ?? '' });

  const pages = [first, second, third].map(({ entries }) => entries);
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 30]);
  expect(third.next).toBeNull();
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(230);
  const { entries, next } = await read({ subjectId, q: 'needle' });
  expect([entries.map(({ action }) => action), next]).toEqual([['act 3'], null]);
});

test('staff sign-ins, sign-outs and admin changes are audited with the IP address, and changes with before and after', async () => {
  const [admin, dispatcher] = await Promise.all([buildAdmin(), buildDispatcher()]);
  await as(dispatcher).signIn();
  await as(admin).patch(`/api/ops/staff/${dispatcher.id}`, { role: 'admin' });
  await as(dispatcher).delete('/api/session');

  const own = await read({ actorId: dispatcher.id });
  expect(own.entries.map(({ action }) => action)).toEqual(['signed out', 'signed in']);
  const { address } = as(dispatcher);
  expect(own.entries.map(({ actor }) => [actor.role, actor.address])).toEqual([
    ['admin', address],
    ['dispatcher', address],
  ]);
  const [change] = (await read({ subjectId: dispatcher.id, q: 'changed' })).entries;
  expect(change?.actor).toMatchObject({ id: admin.id, address: as(admin).address });
  expect(change).toMatchObject({ before: { role: 'dispatcher' }, after: { role: 'admin', state: 'active' } });
  expect(JSON.stringify(own)).not.toContain(TEST_PASSWORD);
});

test('rider sign-ins are audited once per network within 15 minutes, and rider sign-outs are not', async () => {
  const rider = await buildRider();
  const browser = as(rider);
  await browser.signIn();
  await browser.delete('/api/session');
  const credentials = { email: rider.email, password: TEST_PASSWORD };
  await visitor().post('/api/session', credentials, { 'x-forwarded-for': browser.address });
  await visitor().post('/api/session', credentials);

  const { entries } = await read({ actorId: rider.id, topic: 'security' });

  expect(entries.map(({ action, actor, after }) => [action, actor.address, after])).toEqual([
    ['signed in', expect.not.stringMatching(browser.address), { method: 'password', knownDevice: false }],
    ['signed in', browser.address, { method: 'password', knownDevice: false }],
  ]);
});

test('the security topic lists only security lines, and no other topic is accepted', async () => {
  const subjectId = newId();
  await buildLine(subjectId);
  const admin = await buildAdmin();
  await as(admin).signIn();

  const { entries } = await read({ topic: 'security' });

  expect(entries.some(({ actor, action }) => actor.id === admin.id && action === 'signed in')).toBe(true);
  expect(entries.some(({ subject }) => subject.id === subjectId)).toBe(false);
  expect((await as(admin).get('/api/ops/audit-log?topic=work')).status).toBe(400);
});

test('audit lines are append-only, except that lines past the retention period are deleted', async () => {
  const subjectId = newId();
  await buildLine(subjectId, { at: new Date(Date.now() - (KEEP_DAYS + 1) * DAY_MS), action: 'old' });
  await buildLine(subjectId, { at: new Date(Date.now() - (KEEP_DAYS - 1) * DAY_MS), action: 'kept' });
  const line = await AuditModel.findOne({ 'subject.id': subjectId });
  const own = { 'subject.id': subjectId };
  const changes: (() => unknown)[] = [
    () => AuditModel.updateOne(own, { action: 'x' }),
    () => AuditModel.updateMany(own, { action: 'x' }),
    () => AuditModel.replaceOne(own, {}),
    () => AuditModel.findOneAndUpdate(own, { action: 'x' }),
    () => AuditModel.findOneAndReplace(own, {}),
    () => AuditModel.findOneAndDelete(own),
    () => AuditModel.deleteOne(own),
    () => AuditModel.deleteMany(own),
    () => AuditModel.deleteMany({ at: { $lt: new Date() } }),
    () => AuditModel.bulkWrite([{ deleteOne: { filter: own } }]),
    () => line?.set('action', 'x').save(),
    () => line?.deleteOne(),
  ];
  for (const change of changes) await expect(async () => change()).rejects.toThrow('append-only');

  await trimAuditLog();
  await trimAuditLog();

  expect((await read({ subjectId })).entries.map(({ action }) => action)).toEqual(['kept']);
});

test('sign-in lines of riders, drivers and visitors are deleted after 90 days, those of staff are kept like others', async () => {
  const people = [await buildRider(), await buildDriver(), await buildDispatcher()];
  for (const person of people) {
    await as(person).signIn();
    const at = new Date(Date.now() - (KEEP_SIGN_IN_DAYS + 1) * DAY_MS);
    await AuditModel.collection.updateOne({ 'actor.id': person.id }, { $set: { at } });
  }
  const recent = await buildRider();
  await as(recent).signIn();
  const at = new Date(Date.now() - (KEEP_SIGN_IN_DAYS - 1) * DAY_MS);
  await AuditModel.collection.updateOne({ 'actor.id': recent.id }, { $set: { at } });
  const network = newId();
  for (const days of [KEEP_SIGN_IN_DAYS + 1, KEEP_SIGN_IN_DAYS - 1]) {
    await recordAudit({
      ...{ topic: 'security', action: 'sign-ins failed' },
      actor: { role: 'visitor', id: network, name: 'Somebody', address: null },
      subject: { kind: 'network', id: network },
      at: new Date(Date.now() - days * DAY_MS),
    });
  }
  const count = async (actorId: string) => (await read({ actorId })).entries.length;
  const counts = () => Promise.all([...people.map(({ id }) => id), recent.id, network].map(count));
  expect(await counts()).toEqual([1, 1, 1, 1, 2]);

  await trimAuditLog();

  expect(await counts()).toEqual([0, 0, 1, 1, 1]);
  const daysAgo = (days: number) => ({ $lt: new Date(Date.now() - days * DAY_MS) });
  const theirs = { topic: 'security', 'actor.role': { $in: ['rider', 'driver', 'visitor'] } };
  const others = [
    { at: daysAgo(KEEP_SIGN_IN_DAYS - 1), ...theirs },
    { at: daysAgo(KEEP_SIGN_IN_DAYS + 1), topic: 'security' },
    { at: daysAgo(KEEP_SIGN_IN_DAYS + 1), ...theirs, action: 'signed in' },
  ];
  for (const filter of others) {
    await expect(async () => AuditModel.deleteMany(Object(filter))).rejects.toThrow('append-only');
  }
});

test('only admins can read the audit log', async () => {
  expect((await visitor().get('/api/ops/audit-log')).status).toBe(401);
  expect((await as(await buildDispatcher()).get('/api/ops/audit-log')).status).toBe(403);
});
