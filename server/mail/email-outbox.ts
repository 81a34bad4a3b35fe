import type { MailTemplate } from '#common/mail-templates.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { tryEnqueue } from '../infra/queues.ts';
import { type MailDoc, MailModel } from './mail-model.ts';

interface EnqueueEmailOptions {
  /** What of the document it is about, where that owes several of this template. */
  what?: string;
  /** Where to, kept until it is sent, where the document will not know by then. */
  to?: string;
  /** Before which it is not sent; now by default. */
  dueAt?: Date;
}

/**
 * Writes an email to the outbox, and enqueues the job that sends it. Each template is sent once per document and
 * `what` of it, however often this is called, so a step that was cut short can simply be repeated.
 *
 * @param aboutId id of the document that its recipient and content come from
 */
export async function enqueueEmail(
  template: MailTemplate,
  aboutId: string,
  { what, to, dueAt = databaseClock.now() }: EnqueueEmailOptions = {},
): Promise<void> {
  try {
    const mail = await MailModel.create({
      ...{ template, aboutId, owedSince: dueAt },
      ...(what && { what }),
      ...(to && { to }),
    });
    await enqueueSendJob(mail.id, Math.max(0, dueAt.getTime() - databaseClock.nowMs()));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Puts an email that was sent or rejected back into the outbox. @returns whether there was one */
export async function enqueueEmailAgain(template: MailTemplate, aboutId: string): Promise<boolean> {
  const mail = await MailModel.findOneAndUpdate(
    { template, aboutId },
    {
      $set: { owedSince: databaseClock.now() },
      $unset: { sentAt: 1, refusedAt: 1, droppedAt: 1, reconciledAt: 1 },
    },
  ).lean<MailDoc>();
  if (mail) await enqueueSendJob(mail._id.toHexString());
  return mail !== null;
}

/** What the mail server answered; null while the email is in the outbox, or where there is none. */
export async function findMailOutcome(
  template: MailTemplate,
  aboutId: string,
): Promise<'sent' | 'refused' | null> {
  return (await findMailDelivery(template, aboutId))?.outcome ?? null;
}

/** What the mail server answered to an email, and when. */
interface MailDelivery {
  outcome: 'sent' | 'refused';
  at: Date;
}

/** What the mail server answered, and when; null as above. */
export async function findMailDelivery(
  template: MailTemplate,
  aboutId: string,
): Promise<MailDelivery | null> {
  return deliveryOf(await MailModel.findOne({ template, aboutId }).lean<MailDoc>());
}

function deliveryOf(mail: MailDoc | null): MailDelivery | null {
  if (mail?.sentAt) return { outcome: 'sent', at: mail.sentAt };
  return mail?.refusedAt ? { outcome: 'refused', at: mail.refusedAt } : null;
}

/** The same for many documents, by their ids; those whose email is in the outbox are left out. */
export async function findMailDeliveries(
  template: MailTemplate,
  aboutIds: readonly string[],
): Promise<Map<string, MailDelivery>> {
  if (aboutIds.length === 0) return new Map();
  const mails = await MailModel.find({ aboutId: { $in: aboutIds }, template }).lean<MailDoc[]>();
  return new Map(
    mails.flatMap((mail) => {
      const delivery = deliveryOf(mail);
      return delivery ? [[mail.aboutId.toHexString(), delivery]] : [];
    }),
  );
}

/** What of a document the emails that were sent were about, by templates that it may owe several of. */
export async function findSentWhats(
  templates: readonly MailTemplate[],
  aboutId: string,
): Promise<{ template: MailTemplate; what: string }[]> {
  const sent = await MailModel.find({
    aboutId,
    template: { $in: templates },
    sentAt: { $exists: true },
  }).lean<MailDoc[]>();
  return sent.flatMap(({ template, what }) => (what ? [{ template, what }] : []));
}

/** Whether the mail server has ever accepted an email. */
export const isMailWorking = async (): Promise<boolean> =>
  (await MailModel.exists({ sentAt: { $exists: true } })) !== null;

/** Attempts that last more than two minutes: a mail server that restarts is back by then. */
const ATTEMPTS = 10;

/**
 * Enqueues the job that sends an email, unless there is one. When the queue is unavailable, `reconcile-mails`
 * does it later.
 */
const enqueueSendJob = (mailId: string, delayMs = 0): Promise<void> =>
  tryEnqueue('send-mail', { mailId }, { key: mailId, attempts: ATTEMPTS, delayMs });

/** Time a job gets to run before reconciliation enqueues it again. */
const GRACE_MS = 30_000;
const AT_ONCE = 200;

/**
 * Enqueues the emails that are overdue: the queue was unavailable, a worker died, or the mail server was down
 * for long. Those asked for least recently come first, so that stuck ones do not hide the others.
 */
export async function reconcileMails(): Promise<void> {
  const now = databaseClock.nowMs();
  const isOverdue = { owedSince: { $lt: new Date(now - GRACE_MS) } };
  const overdue = await MailModel.find(isOverdue, { _id: 1 })
    .sort({ reconciledAt: 1, owedSince: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<Pick<MailDoc, '_id'>[]>();
  const ids = overdue.map(({ _id }) => _id);
  await MailModel.updateMany({ _id: { $in: ids }, ...isOverdue }, { reconciledAt: new Date(now) });
  await Promise.all(ids.map((_id) => enqueueSendJob(_id.toHexString())));
}
