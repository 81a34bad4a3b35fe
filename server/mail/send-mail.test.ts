import '../testing/own-mailbox.ts';
import { Types } from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { jobQueue } from '../infra/queues.ts';
import { storeMessage } from '../messages/receive-message.ts';
import type { Person } from '../personal-data-source.ts';
import { buildContact } from '../testing/build-message.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { enqueueEmail, enqueueEmailAgain, reconcileMails } from './email-outbox.ts';
import { type MailDoc, MailModel } from './mail-model.ts';
import { mailsData } from './mails-data.ts';
import { sendMail } from './send-mail.ts';

setUpTestDatabase();

const LONG_AGO = new Date(Date.now() - 31_000);

/** Creates a confirmation email in the outbox, without a job. */
async function buildMail(overrides: Partial<MailDoc> = {}) {
  const contact = buildContact();
  const aboutId = new Types.ObjectId(await storeMessage({ form: 'contact', content: contact }, null));
  const mail = await MailModel.create({
    template: 'message-received',
    aboutId,
    owedSince: new Date(),
    ...overrides,
  });
  const find = async () => MailModel.findById(mail.id).lean<MailDoc>();
  return { id: mail.id, aboutId: aboutId.toHexString(), to: contact.email, find };
}

async function runWorker() {
  onTestFinished(await startWorker());
}

test('an email is sent once, even if its job runs concurrently and repeatedly', async () => {
  const mail = await buildMail();

  await Promise.all([sendMail(mail.id, EMAIL_TEMPLATES), sendMail(mail.id, EMAIL_TEMPLATES)]);
  await sendMail(mail.id, EMAIL_TEMPLATES);

  const [sent] = await ownMailbox.waitFor(mail.to);
  const marker = await buildMail();
  await sendMail(marker.id, EMAIL_TEMPLATES);
  await ownMailbox.waitFor(marker.to);
  expect(ownMailbox.to(mail.to)).toHaveLength(1);
  expect(sent?.headers).toMatchObject({ 'auto-submitted': 'auto-generated' });
  expect(await mail.find()).toMatchObject({ sentAt: expect.any(Date) });
  expect(await mail.find()).not.toHaveProperty('owedSince');
});

test('an email that is enqueued while the mail server is down is sent once when it is back', async () => {
  await runWorker();
  const mail = await buildMail();
  const failed = new Promise((resolve) => {
    vi.spyOn(logger, 'warn').mockImplementation((_details, text) => resolve(text));
  });
  await ownMailbox.shut();
  onTestFinished(() => ownMailbox.open());
  await MailModel.deleteOne({ _id: mail.id });
  await enqueueEmail('message-received', mail.aboutId);
  expect(await failed).toBe('job failed, will retry');

  await ownMailbox.open();

  await ownMailbox.waitFor(mail.to);
  const isSent = { aboutId: mail.aboutId, sentAt: { $exists: true } };
  await expect.poll(() => MailModel.exists(isSent)).not.toBeNull();
  // Another run of the job does not send it again.
  const sent = await MailModel.findOne(isSent);
  await sendMail(sent?.id ?? '', EMAIL_TEMPLATES);
  const marker = await buildMail();
  await sendMail(marker.id, EMAIL_TEMPLATES);
  await ownMailbox.waitFor(marker.to);
  expect(ownMailbox.to(mail.to)).toHaveLength(1);
});

test('reconciling sends an email whose job was lost, and leaves a recent email alone', async () => {
  await runWorker();
  const [lost, recent] = [await buildMail({ owedSince: LONG_AGO }), await buildMail()];

  await reconcileMails();

  await ownMailbox.waitFor(lost.to);
  const enqueued = (await jobQueue().getJobs()).map(({ data }) => data.mailId);
  expect(enqueued).toContain(lost.id);
  expect(enqueued).not.toContain(recent.id);
});

test('a claimed email is not sent by another worker until the claim expires', async () => {
  const inTime = await buildMail({ claimedUntil: new Date(Date.now() + 60_000) });
  const left = await buildMail({ claimedUntil: new Date(Date.now() - 1) });

  await Promise.all([sendMail(inTime.id, EMAIL_TEMPLATES), sendMail(left.id, EMAIL_TEMPLATES)]);

  await ownMailbox.waitFor(left.to);
  expect(ownMailbox.to(inTime.to)).toEqual([]);
});

/** Starts a worker on an email and stops it while it composes. `elapse` lets time pass for it and others. */
async function sendSlowly(mailId: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let passedMs = 0;
  vi.spyOn(databaseClock, 'nowMs').mockImplementation(() => Date.now() + passedMs);
  const known = EMAIL_TEMPLATES['message-received'];
  let resume = () => {};
  const isResumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const compose = vi.fn(async (aboutId: string) => {
    await isResumed;
    return known.compose(aboutId);
  });
  const sending = sendMail(mailId, { ...EMAIL_TEMPLATES, 'message-received': { ...known, compose } });
  await expect.poll(() => compose.mock.calls.length).toBe(1);
  return {
    elapse: (ms: number) => {
      passedMs += ms;
    },
    finish: async () => {
      resume();
      await sending;
    },
  };
}

test('an email whose worker died is sent by another one within half a minute', async () => {
  const mail = await buildMail();
  // No timer of this worker fires any more.
  const { elapse } = await sendSlowly(mail.id);

  elapse(31_000);
  await sendMail(mail.id, EMAIL_TEMPLATES);

  expect(await mail.find()).toMatchObject({ sentAt: expect.any(Date) });
  expect(await ownMailbox.waitFor(mail.to)).toHaveLength(1);
});

test('an email whose worker is still busy with it is not sent by another one, however long it takes', async () => {
  const mail = await buildMail();
  const { elapse, finish } = await sendSlowly(mail.id);
  const claimedUntil = async () => Number((await mail.find())?.claimedUntil);
  for (let count = 0; count < 15; count += 1) {
    const before = await claimedUntil();
    elapse(10_000);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(claimedUntil).toBeGreaterThan(before);
  }

  await sendMail(mail.id, EMAIL_TEMPLATES);
  await finish();

  expect(await mail.find()).toMatchObject({ sentAt: expect.any(Date) });
  expect(await mail.find()).not.toHaveProperty('claimedUntil');
  expect(await ownMailbox.waitFor(mail.to)).toHaveLength(1);
});

test('an email that is sent again because the first sending was not recorded has the same Message-ID', async () => {
  const mail = await buildMail();
  await sendMail(mail.id, EMAIL_TEMPLATES);
  await MailModel.updateOne({ _id: mail.id }, { $set: { owedSince: LONG_AGO }, $unset: { sentAt: 1 } });

  await sendMail(mail.id, EMAIL_TEMPLATES);

  const [first, second] = await ownMailbox.waitFor(mail.to, 2);
  expect(first?.messageId).toContain(mail.id);
  expect(second?.messageId).toBe(first?.messageId);
});

test('an email that is requested again while it is being sent is sent a second time', async () => {
  const mail = await buildMail({ owedSince: LONG_AGO });
  const known = EMAIL_TEMPLATES['message-received'];
  const compose = async (aboutId: string) => {
    expect(await enqueueEmailAgain('message-received', aboutId)).toBe(true);
    return known.compose(aboutId);
  };

  await sendMail(mail.id, { ...EMAIL_TEMPLATES, 'message-received': { ...known, compose } });

  await ownMailbox.waitFor(mail.to);
  expect(await mail.find()).toMatchObject({ owedSince: expect.any(Date) });
  await sendMail(mail.id, EMAIL_TEMPLATES);
  expect(await ownMailbox.waitFor(mail.to, 2)).toHaveLength(2);
  const sent = await mail.find();
  expect(sent).toMatchObject({ sentAt: expect.any(Date) });
  expect(sent).not.toHaveProperty('owedSince');
});

test('an email that is erased while it is being sent stays dropped and keeps no address', async () => {
  const nobody: Person = {
    id: '',
    role: 'rider',
    name: '',
    addresses: [],
    bookedIds: [],
    drivenIds: [],
    documentIds: [],
  };
  const mail = await buildMail({ to: 'robin@example.com' });
  const known = EMAIL_TEMPLATES['message-received'];
  const compose = async (aboutId: string) => {
    const content = await known.compose(aboutId);
    await mailsData.erase({ ...nobody, documentIds: [aboutId] });
    return content;
  };

  await sendMail(mail.id, { ...EMAIL_TEMPLATES, 'message-received': { ...known, compose } });

  const left = Object.keys((await mail.find()) ?? {});
  expect(left.toSorted()).toEqual(['_id', 'aboutId', 'droppedAt', 'template']);
});

test('an email that can never be sent is marked as refused and logged', async () => {
  const contact = buildContact({ email: 'nobody<at>@example.com' });
  const aboutId = await storeMessage({ form: 'contact', content: contact }, null);
  const mails = await MailModel.create([
    { template: 'message-received', aboutId, owedSince: LONG_AGO },
    { template: 'message-received', aboutId: new Types.ObjectId(), owedSince: LONG_AGO },
  ]);

  for (const { id } of mails) await sendMail(id, EMAIL_TEMPLATES);

  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual([
    'email rejected by server',
    'email rejected by server',
  ]);
  vi.mocked(logger.error).mockClear();
  for (const { id } of mails) {
    const mail = await MailModel.findById(id).lean();
    expect(mail).toMatchObject({ refusedAt: expect.any(Date) });
    expect(mail).not.toHaveProperty('owedSince');
  }
});

test('enqueueing an email repeatedly and concurrently stores one email per document and template', async () => {
  const { aboutId } = await buildMail();

  await Promise.all([1, 2].map(() => enqueueEmail('message-for-operations', aboutId)));
  await enqueueEmail('message-for-operations', aboutId);

  expect(await MailModel.countDocuments({ aboutId, template: 'message-for-operations' })).toBe(1);
});

test('reconciling gives an unsent email no second job, and its retries last more than two minutes', async () => {
  const { aboutId } = await buildMail();
  await enqueueEmail('message-for-operations', aboutId);
  await MailModel.updateOne({ aboutId, template: 'message-for-operations' }, { owedSince: LONG_AGO });
  const mail = await MailModel.findOne({ aboutId, template: 'message-for-operations' });

  await reconcileMails();

  const jobs = (await jobQueue().getJobs()).filter((job) => job.data.mailId === mail?.id);
  expect(jobs).toHaveLength(1);
  // The delay starts at half a second, doubles each time, and jitter may halve it.
  const tries = jobs[0]?.opts.attempts ?? 0;
  expect((500 * (2 ** (tries - 1) - 1)) / 2).toBeGreaterThan(120_000);
});

test('an email behind 200 stuck emails of the same age is enqueued by the next reconcile run', async () => {
  await MailModel.deleteMany();
  const ids = Array.from({ length: 201 }, () => new Types.ObjectId()).toReversed();
  const mail = { template: 'message-received', owedSince: LONG_AGO } as const;
  await MailModel.insertMany(ids.map((_id) => ({ ...mail, _id, aboutId: _id })));
  const [last] = ids;
  const isEnqueued = async () =>
    (await jobQueue().getJobs()).some(({ data }) => data.mailId === last?.toHexString());

  await reconcileMails();
  expect(await isEnqueued()).toBe(false);

  await reconcileMails();
  expect(await isEnqueued()).toBe(true);
});
