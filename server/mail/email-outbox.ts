import type { MailTemplate } from '#common/mail-templates.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { RECONCILE_AFTER_MS, tryEnqueue } from '../infra/queues.ts';
import { type MailDoc, MailModel } from './mail-model.ts';

interface EnqueueEmailOptions {
  /** Distinguishes several emails of the same template about one document. */
  what?: string;
  /** Recipient address, stored until the email is sent, for when the document will no longer have it. */
  to?: string;
  /** Earliest time to send it. Default: now. */
  dueAt?: Date;
  /** Set for an email written before its change: if it was dropped as not made, it is owed again. */
  isRepeatable?: boolean;
}

/**
 * Writes an email to the outbox and enqueues the job that sends it. Each template is sent once per document
 * and `what`, however often this is called. So an interrupted step can simply be repeated.
 *
 * @param aboutId id of the document from which recipient and content are composed
 */
export async function enqueueEmail(
  template: MailTemplate,
  aboutId: string,
  { what, to, dueAt = databaseClock.now(), isRepeatable = false }: EnqueueEmailOptions = {},
): Promise<void> {
  const delayMs = () => Math.max(0, dueAt.getTime() - databaseClock.nowMs());
  try {
    const mail = await MailModel.create({
      ...{ template, aboutId, owedSince: dueAt },
      ...(what && { what }),
      ...(to && { to }),
    });
    await enqueueSendJob(mail.id, delayMs());
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (!isRepeatable) return;
    // Also if it is being dropped at this moment: the worker then finds another `owedSince`.
    const unsent = await MailModel.findOneAndUpdate(
      { template, aboutId, what, sentAt: { $exists: false }, refusedAt: { $exists: false } },
      { $set: { owedSince: dueAt }, $unset: { droppedAt: 1 } },
    ).lean<MailDoc>();
    if (unsent) await enqueueSendJob(unsent._id.toHexString(), delayMs());
  }
}

/**
 * Puts an email that was sent, rejected or dropped back into the outbox.
 *
 * @param resendCount the number of this resend, with which repeating it changes nothing
 * @returns false if it does not exist, or this resend was enqueued before
 */
export async function enqueueEmailAgain(
  template: MailTemplate,
  aboutId: string,
  resendCount?: number,
): Promise<boolean> {
  const isNew = { $or: [{ resendCount: { $exists: false } }, { resendCount: { $lt: resendCount } }] };
  const mail = await MailModel.findOneAndUpdate(
    { template, aboutId, ...(resendCount !== undefined && isNew) },
    {
      $set: { owedSince: databaseClock.now(), ...(resendCount !== undefined && { resendCount }) },
      $unset: { sentAt: 1, refusedAt: 1, droppedAt: 1, reconciledAt: 1 },
    },
  ).lean<MailDoc>();
  if (mail) await enqueueSendJob(mail._id.toHexString());
  return mail !== null;
}

/** Returns the outcome of an email. Null while it is in the outbox, or if it does not exist. */
export async function findMailOutcome(
  template: MailTemplate,
  aboutId: string,
): Promise<'sent' | 'refused' | null> {
  return (await findMailDelivery(template, aboutId))?.outcome ?? null;
}

/** The mail server's response to an email, and when it came. */
interface MailDelivery {
  outcome: 'sent' | 'refused';
  at: Date;
}

/** Returns the outcome of an email and its time. Null while it is in the outbox, or if it does not exist. */
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

/**
 * Returns the outcomes for many documents, by id. Documents whose email is still in the outbox are missing.
 */
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

/** Returns the ids of the documents, among these, whose email is still in the outbox. */
export async function listUnsent(template: MailTemplate, aboutIds: readonly string[]): Promise<Set<string>> {
  if (aboutIds.length === 0) return new Set();
  const isUnsent = { aboutId: { $in: aboutIds }, template, owedSince: { $exists: true } };
  const mails = await MailModel.find(isUnsent, { aboutId: 1 }).lean<Pick<MailDoc, 'aboutId'>[]>();
  return new Set(mails.map(({ aboutId }) => aboutId.toHexString()));
}

/**
 * Returns the `what` of the emails about a document that were sent, for templates that are sent several
 * times, and the version of the document that they describe, if their template says so.
 */
export async function listSentVariants(
  templates: readonly MailTemplate[],
  aboutId: string,
): Promise<{ what: string; version: number | null }[]> {
  const sent = await MailModel.find({
    aboutId,
    template: { $in: templates },
    sentAt: { $exists: true },
  }).lean<MailDoc[]>();
  return sent.flatMap(({ what, version = null }) => (what ? [{ what, version }] : []));
}

/** Whether the mail server has ever accepted an email. */
export const isMailWorking = async (): Promise<boolean> =>
  (await MailModel.exists({ sentAt: { $exists: true } })) !== null;

/** These attempts span more than two minutes, long enough for a mail server to restart. */
const ATTEMPTS = 10;

/**
 * Enqueues the job that sends an email, unless it exists. If the queue is unavailable, `reconcile-mails` does
 * it later.
 */
const enqueueSendJob = (mailId: string, delayMs = 0): Promise<void> =>
  tryEnqueue('send-mail', { mailId }, { key: mailId, attempts: ATTEMPTS, delayMs });

const AT_ONCE = 200;

/**
 * Enqueues overdue emails: the queue was unavailable, a worker died, or the mail server was down for long.
 * Least recently enqueued ones come first, so that stuck emails do not block others.
 */
export async function reconcileMails(): Promise<void> {
  const now = databaseClock.nowMs();
  const isOverdue = { owedSince: { $lt: new Date(now - RECONCILE_AFTER_MS) } };
  const overdue = await MailModel.find(isOverdue, { _id: 1 })
    .sort({ reconciledAt: 1, owedSince: 1, _id: 1 })
    .limit(AT_ONCE)
    .lean<Pick<MailDoc, '_id'>[]>();
  const ids = overdue.map(({ _id }) => _id);
  await MailModel.updateMany({ _id: { $in: ids }, ...isOverdue }, { reconciledAt: new Date(now) });
  await Promise.all(ids.map((_id) => enqueueSendJob(_id.toHexString())));
}
