import '../testing/own-mailbox.ts';
import { Types } from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorker } from '#workers/testing/start-worker.ts';
import { logger } from '../infra/logger.ts';
import { jobQueue } from '../infra/queues.ts';
import { storeMessage } from '../messages/store-message.ts';
import { buildContact } from '../testing/build-message.ts';
import { ownMailbox } from '../testing/own-mailbox.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { type MailDoc, MailModel } from './mail-model.ts';
import { oweMail } from './owe-mail.ts';
import { sendMail } from './send-mail.ts';
import { sweepMails } from './sweep-mails.ts';

setUpTestDatabase();

const LONG_AGO = new Date(Date.now() - 31_000);

/** A confirmation that is owed, without a job. */
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

test('a mail is sent once, however many workers are asked, and however often', async () => {
  const mail = await buildMail();

  await Promise.all([sendMail(mail.id), sendMail(mail.id)]);
  await sendMail(mail.id);

  const [sent] = await ownMailbox.waitFor(mail.to);
  const marker = await buildMail();
  await sendMail(marker.id);
  await ownMailbox.waitFor(marker.to);
  expect(ownMailbox.to(mail.to)).toHaveLength(1);
  expect(sent?.headers).toMatchObject({ 'auto-submitted': 'auto-generated' });
  expect(await mail.find()).toMatchObject({ sentAt: expect.any(Date) });
  expect(await mail.find()).not.toHaveProperty('owedSince');
});

test('while the mail server is down mails wait, and go out once when it is back', async () => {
  await runWorker();
  const mail = await buildMail();
  const failed = new Promise((resolve) => {
    vi.spyOn(logger, 'warn').mockImplementation((_details, text) => resolve(text));
  });
  await ownMailbox.shut();
  onTestFinished(() => ownMailbox.open());
  await MailModel.deleteOne({ _id: mail.id });
  await oweMail('message-received', mail.aboutId);
  expect(await failed).toBe('job failed; it is tried again');

  await ownMailbox.open();

  expect(await ownMailbox.waitFor(mail.to)).toHaveLength(1);
});

test('a mail whose job got lost is sent all the same', async () => {
  await runWorker();
  const [lost, recent] = [await buildMail({ owedSince: LONG_AGO }), await buildMail()];

  await sweepMails();

  await ownMailbox.waitFor(lost.to);
  expect(await recent.find()).not.toHaveProperty('claimedUntil');
});

test('a mail is left to the worker that has it, until that is certainly dead', async () => {
  const inTime = await buildMail({ claimedUntil: new Date(Date.now() + 60_000) });
  const left = await buildMail({ claimedUntil: new Date(Date.now() - 1) });

  await Promise.all([sendMail(inTime.id), sendMail(left.id)]);

  await ownMailbox.waitFor(left.to);
  expect(ownMailbox.to(inTime.to)).toEqual([]);
});

test('should the note of a sending get lost, the second one can be told by its Message-ID', async () => {
  const mail = await buildMail();
  await sendMail(mail.id);
  await MailModel.updateOne({ _id: mail.id }, { $set: { owedSince: LONG_AGO }, $unset: { sentAt: 1 } });

  await sendMail(mail.id);

  const [first, second] = await ownMailbox.waitFor(mail.to, 2);
  expect(first?.messageId).toContain(mail.id);
  expect(second?.messageId).toBe(first?.messageId);
});

test('a mail that can never be sent is put aside, and told', async () => {
  const contact = buildContact({ email: 'nobody<at>@example.com' });
  const aboutId = await storeMessage({ form: 'contact', content: contact }, null);
  const mails = await MailModel.create([
    { template: 'message-received', aboutId, owedSince: LONG_AGO },
    { template: 'message-received', aboutId: new Types.ObjectId(), owedSince: LONG_AGO },
  ]);

  for (const { id } of mails) await sendMail(id);

  expect(vi.mocked(logger.error).mock.calls.map(([, text]) => text)).toEqual([
    'mail refused',
    'mail refused',
  ]);
  vi.mocked(logger.error).mockClear();
  for (const { id } of mails) {
    const mail = await MailModel.findById(id).lean();
    expect(mail).toMatchObject({ refusedAt: expect.any(Date) });
    expect(mail).not.toHaveProperty('owedSince');
  }
});

test('about one document a kind of mail is owed once', async () => {
  const { aboutId } = await buildMail();

  await Promise.all([1, 2].map(() => oweMail('message-for-house', aboutId)));
  await oweMail('message-for-house', aboutId);

  expect(await MailModel.countDocuments({ aboutId, template: 'message-for-house' })).toBe(1);
});

test('a mail is asked for once until it is through, with tries for more than two minutes', async () => {
  const { aboutId } = await buildMail();
  await oweMail('message-for-house', aboutId);
  await MailModel.updateOne({ aboutId, template: 'message-for-house' }, { owedSince: LONG_AGO });
  const mail = await MailModel.findOne({ aboutId, template: 'message-for-house' });

  await sweepMails();

  const jobs = (await jobQueue().getJobs()).filter((job) => job.data.mailId === mail?.id);
  expect(jobs).toHaveLength(1);
  // From half a second the wait doubles, and may be cut by half.
  const tries = jobs[0]?.opts.attempts ?? 0;
  expect((500 * (2 ** (tries - 1) - 1)) / 2).toBeGreaterThan(120_000);
});
