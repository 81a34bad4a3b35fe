import type { AlertKind } from '#common/alerts/alert.ts';
import { adviseOn, alertPath } from '#common/alerts/alert-advice.ts';
import { AppError } from '#common/errors.ts';
import type { MailTemplate } from '#common/mail-templates.ts';
import { env } from '../env.ts';
import type { EmailContent, EmailPart } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type AlertDoc, AlertModel } from './alert-model.ts';

/** The kinds that operations get an email about, and how it is composed. */
const MAILED: Readonly<Partial<Record<AlertKind, MailTemplate>>> = {
  unaccepted: 'alert-notice',
  'money-difference': 'alert-notice',
  'sign-in-attack': 'alert-notice',
  'refund-failed': 'payment-notice',
  'inquiry-opened': 'payment-notice',
  'dispute-opened': 'payment-notice',
  'dispute-closed': 'payment-notice',
};

export const isMailed = (kind: AlertKind): boolean => MAILED[kind] !== undefined;

/** Writes the email of an alert to the outbox, once, if its kind is mailed. Repeatable. */
export async function mailAlert(alertId: string): Promise<void> {
  const doc = await AlertModel.findOne({ _id: alertId, mailOwed: true }).lean<AlertDoc>();
  const template = doc && MAILED[doc.kind];
  if (!template) return;
  await enqueueEmail(template, alertId);
  await AlertModel.updateOne({ _id: alertId }, { $unset: { mailOwed: 1 } });
}

/** Writes the emails that a process which died, or a database that was away, left owed. */
export async function mailOwedAlerts(): Promise<void> {
  const docs = await AlertModel.find({ mailOwed: { $exists: true } }, { _id: 1 }).lean<
    Pick<AlertDoc, '_id'>[]
  >();
  for (const { _id } of docs) await mailAlert(_id.toHexString());
}

/** The email that tells operations of an alert. @throws AppError NOT_FOUND */
export async function composeAlertEmail(alertId: string): Promise<EmailContent> {
  const alert = await AlertModel.findById(alertId).lean<AlertDoc>();
  if (!alert) throw new AppError('NOT_FOUND', 'There is no such alert.');
  const { label, advice } = adviseOn({ kind: alert.kind, payment: null });
  return {
    to: env.MAIL_TO,
    subject: `${label}: ${alert.subject.name}`,
    title: `${label}: ${alert.subject.name}`,
    parts: [{ kind: 'text', text: alert.text }, { kind: 'text', text: advice }, consoleLink(alert.subject)],
  };
}

/** Leads to the page of the console that shows what an alert is about. */
export const consoleLink = (subject: AlertDoc['subject']): EmailPart => ({
  kind: 'link',
  label: 'Open it in the console',
  href: `${env.PUBLIC_URL}${alertPath(subject) ?? '/ops'}`,
});
