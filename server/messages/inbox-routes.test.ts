import '../testing/own-mailbox.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { inboxRowSchema, type Thread, threadSchema } from '#common/messages/inbox.ts';
import { inboxPageSchema } from '#common/messages/inbox-api.ts';
import { startWorker } from '#workers/testing/start-worker.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as, visitor } from '../testing/as.ts';
import { buildContact, buildLostItem, LEADS, newSender } from '../testing/build-message.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { reconcileAnswers } from './change-thread.ts';
import { MessageModel } from './message-model.ts';
import { storeMessage } from './receive-message.ts';

setUpTestApp();
beforeAll(() => startWorker());

const INBOX = '/api/ops/inbox';
const contact = (overrides = {}) => storeMessage({ form: 'contact', content: buildContact(overrides) }, null);

async function list(staff: UserRecord, query: Record<string, string> = {}) {
  const reply = await as(staff).get(`${INBOX}?${new URLSearchParams(query)}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return inboxPageSchema.parse(reply.body);
}

async function read(staff: UserRecord, id: string): Promise<Thread> {
  return threadSchema.parse((await as(staff).get(`${INBOX}/${id}`)).body);
}

const answer = (staff: UserRecord, id: string, body: object = {}) =>
  as(staff).post(`${INBOX}/${id}/answers`, { version: 1, text: 'Gladly.', state: 'waiting', ...body });

test('the inbox lists messages, leads and lost items newest first, and subscriptions start as done', async () => {
  await MessageModel.deleteMany();
  const dana = await buildDispatcher();
  await visitor().post('/api/contact', buildContact());
  await visitor().post('/api/lost-items', buildLostItem());
  await visitor().post('/api/leads', { ...LEADS['bulk-order'], email: newSender() });
  await visitor().post('/api/leads', { ...LEADS.offers, email: newSender() });

  const { rows, total } = await list(dana);

  expect(rows.map(({ kind, state, subject, detail }) => [kind, state, subject, detail])).toEqual([
    ['lead', 'done', 'Subscription to offers', null],
    ['lead', 'open', '25 gift cards', 'Lee & Sons'],
    ['lost-item', 'open', 'A grey scarf, on the back seat', expect.stringMatching(/^trip of Sat 31 Jan/)],
    ['contact', 'open', 'Wedding transport in March', null],
  ]);
  expect(total).toBe(4);
  expect((await as(dana).get(`${INBOX}/count`)).body).toEqual({ open: 3 });
  expect((await list(dana, { kind: 'lead', state: 'open' })).rows).toHaveLength(1);
  expect((await list(dana, { q: 'GREY back' })).rows.map(({ kind }) => kind)).toEqual(['lost-item']);
});

test('an answer is emailed to the sender with its markup escaped and a signature, and is kept with the message', async () => {
  const dana = await buildDispatcher({ name: 'Dana Reyes' });
  const sender = newSender();
  const id = await contact({ email: sender, message: 'Is there <b>room</b> for four?' });

  const reply = await answer(dana, id, { text: 'Yes, <i>gladly</i>.\nSee you & yours soon.', state: 'done' });

  expect(reply.status).toBe(201);
  const [mail] = await ownMailbox.waitFor(sender);
  expect(mail?.subject).toBe('Re: Wedding transport in March');
  expect(mail?.replyTo?.[0]?.address).toBe(env.MAIL_TO);
  expect(mail?.html).toContain('Yes, &lt;i&gt;gladly&lt;/i&gt;.<br>See you &amp; yours soon.');
  expect(mail?.html).not.toMatch(/<i>|<b>room/);
  expect(mail?.text).toContain('Dana at Marquee');
  expect(mail?.text).toContain('> Is there <b>room</b> for four?');
  await expect
    .poll(async () => (await read(dana, id)).entries)
    .toMatchObject([
      { kind: 'answer', by: 'Dana Reyes', text: 'Yes, <i>gladly</i>.\nSee you & yours soon.', mail: 'sent' },
    ]);
  expect(await read(dana, id)).toMatchObject({
    state: 'done',
    version: 2,
    assignee: { id: dana.id, name: 'Dana Reyes' },
  });
  const lines = await AuditModel.find({ 'subject.id': id }).lean();
  expect(lines).toMatchObject([
    {
      action: 'message answered',
      before: { state: 'open', assignee: null },
      after: { state: 'done', assignee: 'Dana Reyes' },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('gladly');
});

test('when two staff answer a message concurrently, one succeeds and the other gets a conflict with name and time', async () => {
  const sender = newSender();
  const id = await contact({ email: sender });
  const both = [await buildDispatcher({ name: 'Dana Reyes' }), await buildDispatcher({ name: 'Mo Bell' })];

  const replies = await Promise.all(both.map((staff) => answer(staff, id)));

  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const refusal = Object(replies.find(({ status }) => status === 409)?.body);
  expect(refusal.code).toBe('VERSION_CONFLICT');
  expect(refusal.message).toMatch(
    /^(Dana Reyes|Mo Bell) answered it at \d+:\d\d [AP]M P[SD]T\. You see it as it is now\.$/,
  );
  await ownMailbox.waitFor(sender);
  expect(
    await MailModel.countDocuments({ template: 'message-answer', sentAt: { $exists: true } }),
  ).toBeGreaterThan(0);
  expect((await read(both[0] as UserRecord, id)).entries).toHaveLength(1);
});

test('a message can be taken, reassigned, noted, done and reopened, and a stale change is a conflict', async () => {
  const [dana, mo] = [
    await buildDispatcher({ name: 'Dana Reyes' }),
    await buildDispatcher({ name: 'Mo Bell' }),
  ];
  const id = await contact();
  const change = (staff: UserRecord, body: object) => as(staff).patch(`${INBOX}/${id}`, body);

  expect((await change(dana, { version: 1, assigneeId: dana.id })).status).toBe(200);
  const late = await change(mo, { version: 1, assigneeId: mo.id });
  expect(Object(late.body).message).toMatch(/^Dana Reyes took it at /);
  expect((await change(dana, { version: 2, assigneeId: mo.id })).body).toMatchObject({
    assignee: { name: 'Mo Bell' },
  });
  const noted = await as(mo).post(`${INBOX}/${id}/notes`, { version: 3, text: 'Asked the garage.' });
  expect([noted.status, noted.body]).toMatchObject([
    201,
    { state: 'open', entries: [{ kind: 'note', text: 'Asked the garage.', mail: null }] },
  ]);
  expect((await change(mo, { version: 4, state: 'done' })).body).toMatchObject({ state: 'done' });
  expect((await change(dana, { version: 5, state: 'open' })).body).toMatchObject({
    state: 'open',
    version: 6,
  });
  expect((await change(dana, { version: 6 })).status).toBe(400);
  const rider = await buildRider();
  expect((await change(dana, { version: 6, assigneeId: rider.id })).status).toBe(404);

  expect((await list(mo, { assignee: mo.id })).rows.map((row) => row.id)).toEqual([id]);
  expect((await list(mo, { assignee: 'nobody' })).rows.map((row) => row.id)).not.toContain(id);
  expect((await list(mo, { q: 'garage' })).rows.map((row) => row.id)).toEqual([id]);
  const { body } = await as(mo).get(`${INBOX}/colleagues`);
  expect(body).toContainEqual({ id: dana.id, name: 'Dana Reyes' });
});

test('an open console receives a new message and its later change', async () => {
  const dana = await buildDispatcher();
  const console_ = await connectSocket(dana);
  await console_.socket.timeout(5_000).emitWithAck('ops:watch');
  const nextRows = async () => z.array(inboxRowSchema).parse(await console_.next('inbox:changed'));

  await visitor().post('/api/contact', buildContact({ subject: 'Hoover Dam' }));

  const [row] = await nextRows();
  expect(row).toMatchObject({ subject: 'Hoover Dam', state: 'open', version: 1 });
  await as(dana).patch(`${INBOX}/${row?.id}`, { version: 1, state: 'done' });
  expect(await nextRows()).toMatchObject([{ id: row?.id, state: 'done', version: 2 }]);
});

test('an answer that was stored but never enqueued is emailed later', async () => {
  const dana = await buildDispatcher();
  const sender = newSender();
  const id = await contact({ email: sender });
  const outage = vi.spyOn(MailModel, 'create').mockRejectedValueOnce(new Error('the process died'));

  expect((await answer(dana, id)).status).toBe(500);
  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual(['request failed']);
  vi.mocked(logger.error).mockClear();
  outage.mockRestore();
  await MessageModel.updateOne({ _id: id }, { answerOwedSince: new Date(Date.now() - 31_000) });
  await reconcileAnswers();

  expect(await ownMailbox.waitFor(sender)).toHaveLength(1);
  expect(await MessageModel.exists({ _id: id, answerOwedSince: { $exists: true } })).toBeNull();
});

test('a lost item shows the sender’s completed ride of that day', async () => {
  const rider = await buildRider();
  const ride = await buildRide({
    riderKey: rider.email,
    status: 'completed',
    scheduledDate: '2026-01-31',
    pickupLocation: 'Caesars Palace',
  });
  const content = buildLostItem({ email: rider.email });
  const id = await storeMessage({ form: 'lost-item', content }, null);

  expect(await read(await buildDispatcher(), id)).toMatchObject({
    route: { from: 'Bellagio', to: 'Harry Reid International Airport' },
    ride: { id: ride.id, from: 'Caesars Palace' },
    words: content.description,
  });
});

test('ten thousand messages are paged with each listed once, and an old message without a state is open', async () => {
  await MessageModel.deleteMany();
  const start = Date.now() - 86_400_000;
  for (let batch = 0; batch < 10; batch += 1) {
    await MessageModel.insertMany(
      Array.from({ length: 1_000 }, (_, index) => ({
        form: 'contact',
        content: buildContact({ subject: `Question ${batch * 1_000 + index}`, email: 'a@example.com' }),
        // Ten messages share each timestamp.
        receivedAt: new Date(start + Math.floor(index / 10) * 1_000 + batch * 100_000),
        state: index % 50 === 0 ? 'open' : 'done',
        version: 1,
      })),
    );
  }
  const admin = await buildAdmin();
  const seen: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page = await list(admin, { state: 'open', ...(next && { after: next }) });
    seen.push(...page.rows.map(({ id }) => id));
    expect(page.total).toBe(200);
    next = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([200, 200]);

  const { rows } = await list(admin, { q: 'question 9999' });
  expect(rows.map(({ subject }) => subject)).toEqual(['Question 9999']);
  const [ofOld] = (await list(admin, { state: 'done' })).rows;
  await MessageModel.updateOne({ _id: ofOld?.id }, { $unset: { state: 1, version: 1 } });
  const { rows: open, total } = await list(admin, { state: 'open' });
  expect([total, open[0]?.id, open[0]?.version]).toEqual([201, ofOld?.id, 1]);
  expect((await answer(admin, ofOld?.id ?? '')).status).toBe(201);
  await ownMailbox.waitFor('a@example.com');
  await expect.poll(() => MailModel.exists({ owedSince: { $exists: true } })).toBeNull();
});
