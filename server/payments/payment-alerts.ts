import type { Alert } from '#common/alerts/alert.ts';
import { adviseOn } from '#common/alerts/alert-advice.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { consoleLink, mailAlert } from '../alerts/alert-mails.ts';
import { findAlert, storeAlert } from '../alerts/alerts.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import type { EmailContent } from '../mail/email-content.ts';
import type { PaidFor, Payable } from './payable.ts';

/** Something operations have to know of a payment that had been settled. */
export interface PaymentAlert {
  /** What it is about and what became of that, such as `du_… lost`. One alert per key. */
  key: string;
  kind: 'refund-failed' | 'inquiry-opened' | 'dispute-opened' | 'dispute-closed';
  paidFor: PaidFor;
  amountCents: Cents;
  /** Stripe's code: why a refund failed, why a payment is asked about or disputed, how that was closed. */
  reason: string;
  /** Until when an inquiry or a dispute can be answered. */
  answerBy?: Date;
}

/**
 * Notifies operations of what became of a settled payment: logged, an alert in the console, recorded on what was
 * paid for, and emailed. Once per key, however often this is called; a call that was cut short can simply be
 * repeated.
 */
export async function notifyOperations(
  alert: PaymentAlert,
  payable: Pick<Payable, 'describePayer' | 'recordAlert'>,
): Promise<void> {
  const { key, kind, paidFor, amountCents, reason, answerBy = null } = alert;
  const { name } = await payable.describePayer(paidFor.id);
  const { id, isNew } = await storeAlert({
    key,
    kind,
    urgency: kind === 'dispute-closed' ? 'later' : 'soon',
    subject: { ...paidFor, name },
    text: sentenceOf(alert),
    payment: { amountCents, reason, answerBy },
  });
  if (isNew) logger.error(alert, 'payment needs manual review');
  await payable.recordAlert(paidFor.id, key);
  await mailAlert(id);
}

/** The email that notifies operations of an alert; replies go to who paid. @throws AppError NOT_FOUND */
export async function composePaymentAlertEmail(
  alertId: string,
  payables: readonly Payable[],
): Promise<EmailContent> {
  const alert = await findAlert(alertId);
  const { kind, key, subject, payment, openedAt } = alert;
  const payable = payables.find((each) => each.kind === subject.kind);
  if (!payment || !payable) throw new AppError('NOT_FOUND', 'There is no such payment alert.');
  const { amountCents, reason, answerBy } = payment;
  const { replyTo, rows } = await payable.describePayer(subject.id);
  const title = titleOf({ kind, reason });
  return {
    to: env.MAIL_TO,
    ...(replyTo && { replyTo }),
    subject: `${title}: ${formatCents(amountCents)}`,
    title,
    parts: [
      {
        kind: 'rows',
        rows: [
          ['Amount', formatCents(amountCents)],
          [kind === 'dispute-closed' ? 'Outcome' : 'Reason', formatCode(reason)],
          ...(answerBy ? [['Answer by', formatInstant(new Date(answerBy))] as const] : []),
          ...rows,
          ['Event', key],
          ['Noticed', formatInstant(new Date(openedAt))],
        ],
      },
      { kind: 'text', text: adviseOn(alert).advice },
      consoleLink(subject),
    ],
  };
}

function titleOf({ kind, reason }: Pick<Alert, 'kind'> & Pick<PaymentAlert, 'reason'>): string {
  if (kind === 'refund-failed') return 'A refund failed';
  if (kind === 'inquiry-opened') return 'A bank asks about a payment';
  if (kind !== 'dispute-closed') return 'A payment is disputed';
  return reason === 'warning_closed'
    ? 'A bank’s inquiry was closed'
    : `A dispute was closed as ${formatCode(reason)}`;
}

function sentenceOf(alert: PaymentAlert): string {
  const { kind, amountCents, reason, answerBy } = alert;
  const title = `${titleOf(alert)}: ${formatCents(amountCents)}`;
  const why = kind === 'dispute-closed' ? '' : `, ${formatCode(reason)}`;
  return `${title}${why}.${answerBy ? ` Answer by ${formatInstant(answerBy)}.` : ''}`;
}

const formatCode = (code: string): string => code.replaceAll('_', ' ');
const formatInstant = (at: Date): string =>
  `${formatDay(at, databaseClock.now())}, ${formatTimeWithZone(at)}`;
