import { model, Schema, type Types } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import type { PaidFor, Payable } from './payable.ts';

/** Something operations have to know of a payment that had been settled. */
export interface PaymentAlert {
  /** What it is about and what became of that, such as `du_… lost`. One alert per key. */
  key: string;
  kind: 'refund-failed' | 'dispute-opened' | 'dispute-closed';
  paidFor: PaidFor;
  amountCents: Cents;
  /** Stripe's code: why a refund failed, why a payment is disputed, how a dispute was closed. */
  reason: string;
  /** Until when a dispute can be answered. */
  answerBy?: Date;
}

/**
 * Notifies operations of what became of a settled payment: logged, recorded on what was paid for, and
 * emailed. Once per key, however often this is called; a call that was cut short can simply be repeated.
 */
export async function notifyOperations(alert: PaymentAlert, record: Payable['recordAlert']): Promise<void> {
  const alertId = await storeAlert(alert);
  await record(alert.paidFor.id, alert.key);
  await enqueueEmail('payment-notice', alertId);
}

/** @returns the alert's id, that of an earlier call if there was one */
async function storeAlert(alert: PaymentAlert): Promise<string> {
  try {
    const stored = await PaymentAlertModel.create({ ...alert, at: new Date() });
    logger.error(alert, 'payment needs manual review');
    return stored.id;
  } catch (error) {
    const earlier = isDuplicateKey(error) && (await PaymentAlertModel.exists({ key: alert.key }));
    if (!earlier) throw error;
    return earlier._id.toHexString();
  }
}

/** The email that notifies operations of an alert; replies go to who paid. @throws AppError NOT_FOUND */
export async function composePaymentAlertEmail(
  alertId: string,
  payables: readonly Payable[],
): Promise<EmailContent> {
  const alert = await PaymentAlertModel.findById(alertId).lean<PaymentAlertDoc>();
  const payable = payables.find(({ kind }) => kind === alert?.paidFor.kind);
  if (!alert || !payable) throw new AppError('NOT_FOUND', 'There is no such payment alert.');
  const { key, kind, paidFor, amountCents, reason, answerBy, at } = alert;
  const { replyTo, rows } = await payable.describePayer(paidFor.id);
  const title = titleOf(alert);
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
          ...(answerBy ? [['Answer by', formatInstant(answerBy)] as const] : []),
          ...rows,
          ['Event', key],
          ['Noticed', formatInstant(at)],
        ],
      },
      { kind: 'text', text: adviceOf(alert) },
    ],
  };
}

/** Stripe's codes for making no refund, or not completing it, while a bank decides. */
const DISPUTED = ['charge_disputed', 'charge_for_pending_refund_disputed'];

/** What is to be done about it. */
function adviceOf({ kind, reason }: PaymentAlert): string {
  switch (kind) {
    case 'refund-failed':
      return DISPUTED.includes(reason)
        ? 'The payment is disputed, so its bank decides. If the dispute is won, this refund is still owed: make it at Stripe. If it is lost, the bank has given the money back, and nothing more is owed.'
        : 'The money is back with us, and is still owed. Answer this mail to agree on another way of paying it back.';
    case 'dispute-opened':
      return 'Answer it at Stripe in time, or it is lost. Meanwhile pay nothing back in another way: what is lost to a dispute the bank has given back already.';
    case 'dispute-closed':
      return reason === 'lost'
        ? 'The bank has given the money back. Pay nothing back besides, whatever was owed on it.'
        : 'Refunds of this payment that were refused during the dispute are still owed, unless the dispute was settled by one.';
  }
}

function titleOf({ kind, reason }: PaymentAlert): string {
  switch (kind) {
    case 'refund-failed':
      return 'A refund failed';
    case 'dispute-opened':
      return 'A payment is disputed';
    case 'dispute-closed':
      return `A dispute was closed as ${formatCode(reason)}`;
  }
}

const formatCode = (code: string): string => code.replaceAll('_', ' ');
const formatInstant = (at: Date): string => `${formatDay(at, new Date())}, ${formatTimeWithZone(at)}`;

/** An alert as MongoDB stores it. */
export interface PaymentAlertDoc extends PaymentAlert {
  _id: Types.ObjectId;
  at: Date;
}

const text = { type: String, required: true };

const paymentAlertSchema = new Schema<PaymentAlertDoc>(
  {
    key: { ...text, unique: true },
    kind: { type: String, enum: ['refund-failed', 'dispute-opened', 'dispute-closed'], required: true },
    paidFor: new Schema({ kind: text, id: text }, { _id: false, id: false, strict: 'throw' }),
    amountCents: { type: Number, required: true },
    reason: text,
    answerBy: Date,
    at: { type: Date, required: true },
  },
  { collection: 'paymentAlerts', versionKey: false, strict: 'throw' },
);

/** Alerts that operations got; written by `notifyOperations` alone. */
export const PaymentAlertModel = model<PaymentAlertDoc>('PaymentAlert', paymentAlertSchema);
