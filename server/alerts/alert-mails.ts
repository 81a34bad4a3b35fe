import type { AlertKind } from '#common/alerts/alert.ts';
import { alertPath, alertPresentation } from '#common/alerts/alert-advice.ts';
import { AppError } from '#common/errors.ts';
import type { MailTemplate } from '#common/mail-templates.ts';
import { env } from '../env.ts';
import type { EmailContent, EmailPart } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { type AlertDoc, AlertModel } from './alert-model.ts';

/** The alert kinds that are emailed to operations, with the template of each. */
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

/** Writes an alert's email to the email outbox, once, if its kind is mailed. Idempotent. */
export async function mailAlert(alertId: string): Promise<void> {
  const doc = await AlertModel.findOne({ _id: alertId, mailOwed: true }).lean<AlertDoc>();
  const template = doc && MAILED[doc.kind];
  if (!template) return;
  await enqueueEmail(template, alertId);
  await AlertModel.updateOne({ _id: alertId }, { $unset: { mailOwed: 1 } });
}

/** Writes the alert emails that are still owed because a process died or the database was unavailable. */
export async function mailOwedAlerts(): Promise<void> {
  const docs = await AlertModel.find({ mailOwed: { $exists: true } }, { _id: 1 }).lean<
    Pick<AlertDoc, '_id'>[]
  >();
  for (const { _id } of docs) await mailAlert(_id.toHexString());
}

/** Composes the email that notifies operations of an alert. @throws AppError NOT_FOUND */
export async function composeAlertEmail(alertId: string): Promise<EmailContent> {
  const alert = await AlertModel.findById(alertId).lean<AlertDoc>();
  if (!alert) throw new AppError('NOT_FOUND', 'There is no such alert.');
  const { label, advice } = alertPresentation({ kind: alert.kind, payment: null });
  return {
    to: env.MAIL_TO,
    subject: `${label}: ${alert.subject.name}`,
    title: `${label}: ${alert.subject.name}`,
    parts: [{ kind: 'text', text: alert.text }, { kind: 'text', text: advice }, consoleLink(alert.subject)],
  };
}

/** A link to the console page of an alert's subject. */
export const consoleLink = (subject: AlertDoc['subject']): EmailPart => ({
  kind: 'link',
  label: 'Open it in the console',
  href: `${env.PUBLIC_URL}${alertPath(subject, 'admin') ?? '/ops'}`,
});
