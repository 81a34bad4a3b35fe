import { AppError } from '#common/errors.ts';
import type { MailTemplate } from '#common/mail-templates.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { deliverMail, isMailRefusal } from '../infra/mail.ts';
import type { EmailContent } from './email-content.ts';
import { enqueueEmail } from './email-outbox.ts';
import { type MailDoc, MailModel } from './mail-model.ts';
import { renderEmail } from './render-email.ts';

interface EmailTemplate {
  /**
   * Composes the email from the current state of the document it is about. Null if there is nothing to send
   * any more.
   *
   * @param to the recipient address, if the outbox stores one
   * @throws AppError NOT_FOUND if the document is gone
   */
  compose: (aboutId: string, what?: string, to?: string) => Promise<EmailContent | null>;
  /** Template of the email to another person, sent once per resend, when this one is rejected permanently. */
  whenRejected?: MailTemplate;
}

export type EmailTemplates = Readonly<Record<MailTemplate, EmailTemplate>>;

/** A worker renews its claim while it sends, so that another one takes over from a dead one soon. */
const CLAIM_MS = 30_000;
const RENEW_MS = 10_000;

/**
 * Sends an email from the outbox and records the outcome. Ignores an email that is not due, sent, rejected,
 * dropped or claimed by another worker, so running twice sends once. An email that is enqueued again while it
 * is being sent stays owed and is sent once more. It is sent twice, with the same Message-ID, only if its
 * acceptance by the mail server is not recorded: the worker dies or hangs, or a connection breaks.
 *
 * @throws the error of an unavailable mail server, after releasing the email for the next attempt
 */
export async function sendMail(mailId: string, templates: EmailTemplates): Promise<void> {
  const mail = await claim(mailId);
  if (!mail) return;
  const { compose, whenRejected } = templates[mail.template];
  const aboutId = mail.aboutId.toHexString();
  let content: EmailContent | null;
  const stopRenewing = renewClaim(mail);
  try {
    content = await composeAndDeliver(mail, compose).finally(stopRenewing);
  } catch (error) {
    if (!isFinal(error)) {
      await release(mail);
      throw error;
    }
    logger.error({ error, mailId, template: mail.template }, 'email rejected by server');
    const what = mail.resendCount?.toString();
    if (whenRejected) await enqueueEmail(whenRejected, aboutId, { what });
    await close(mail, 'refusedAt');
    return;
  }
  await (content ? close(mail, 'sentAt', content.version) : close(mail, 'droppedAt'));
}

/** @returns what was sent; null if there is nothing to send any more */
async function composeAndDeliver(
  { _id, aboutId, what, to }: MailDoc,
  compose: EmailTemplate['compose'],
): Promise<EmailContent | null> {
  const content = await compose(aboutId.toHexString(), what, to);
  // A deleted account has no address any more.
  if (!content?.to) return null;
  await deliverMail({ id: _id.toHexString(), ...content, ...renderEmail(content) });
  return content;
}

async function claim(mailId: string): Promise<MailDoc | null> {
  const now = databaseClock.nowMs();
  return MailModel.findOneAndUpdate(
    {
      _id: mailId,
      owedSince: { $lte: new Date(now) },
      $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lt: new Date(now) } }],
    },
    { $set: { claimedUntil: new Date(now + CLAIM_MS) } },
    { returnDocument: 'after' },
  ).lean<MailDoc>();
}

/** Renews a claim at intervals, in `mail` too. @returns a function that stops it */
function renewClaim(mail: MailDoc): () => Promise<void> {
  let renewed = Promise.resolve();
  const renew = async (): Promise<void> => {
    const claimedUntil = new Date(databaseClock.nowMs() + CLAIM_MS);
    const { _id, claimedUntil: before } = mail;
    const { matchedCount } = await MailModel.updateOne({ _id, claimedUntil: before }, { claimedUntil });
    if (matchedCount > 0) mail.claimedUntil = claimedUntil;
  };
  const timer = setInterval(() => {
    // After a failure the next one may still be in time.
    renewed = renewed.then(renew).catch(() => {});
  }, RENEW_MS);
  return async () => {
    clearInterval(timer);
    await renewed;
  };
}

/**
 * Records the outcome of a claimed email. If it was enqueued again or erased meanwhile, only the claim is
 * released, and reconciliation enqueues what is still owed.
 */
async function close(
  mail: MailDoc,
  how: 'sentAt' | 'refusedAt' | 'droppedAt',
  version?: number,
): Promise<void> {
  const { matchedCount } = await MailModel.updateOne(
    { _id: mail._id, owedSince: mail.owedSince },
    {
      $set: { [how]: databaseClock.now(), ...(version !== undefined && { version }) },
      $unset: { owedSince: 1, reconciledAt: 1, claimedUntil: 1, to: 1 },
    },
  );
  if (matchedCount === 0) await release(mail);
}

async function release({ _id, claimedUntil }: MailDoc): Promise<void> {
  await MailModel.updateOne({ _id, claimedUntil }, { $unset: { claimedUntil: 1 } });
}

/** Whether another attempt is pointless: the mail server rejected the email, or its document is gone. */
const isFinal = (error: unknown): boolean => error instanceof AppError || isMailRefusal(error);
