import type { Alert } from '#common/alerts/alert.ts';
import { alertPresentation } from '#common/alerts/alert-advice.ts';
import { AppError } from '#common/errors.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { consoleLink, mailAlert } from '../alerts/alert-mails.ts';
import { findAlert, storeAlert } from '../alerts/alerts.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import type { EmailContent } from '../mail/email-content.ts';
import type { PaidFor, Payable } from './payable.ts';

/** An event of a settled payment that operations must know. */
interface PaymentAlert {
  /** Subject and event, such as `du_… lost`. At most one alert per key. */
  key: string;
  kind: 'refund-failed' | 'inquiry-opened' | 'dispute-opened' | 'dispute-closed';
  paidFor: PaidFor;
  amountCents: Cents;
  /**
   * Stripe's code: the reason of a failed refund, of an inquiry or a dispute, or the outcome of a closed
   * dispute.
   */
  reason: string;
  /** Deadline for answering an inquiry or a dispute. */
  answerBy?: Date;
}

/**
 * Notifies operations of an event of a settled payment: in the log, by an alert in the console, on the record
 * of what was paid for, and by email. Once per key. Idempotent, so an interrupted call can simply be
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

/**
 * Composes the email that notifies operations of a payment alert. Replies go to the payer.
 *
 * @throws AppError NOT_FOUND
 */
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
      { kind: 'text', text: alertPresentation(alert).advice },
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
const formatInstant = (at: Date): string => formatDayTimeWithZone(at, databaseClock.now());
