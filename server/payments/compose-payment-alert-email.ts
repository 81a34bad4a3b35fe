import { AppError } from '#common/errors.ts';
import { formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { env } from '../env.ts';
import { findPurchase } from '../gift-cards/purchases.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { findRide } from '../rides/find-rides.ts';
import type { PaidFor } from './find-paid-for.ts';
import { type PaymentAlert, type PaymentAlertDoc, PaymentAlertModel } from './payment-alert-model.ts';

/** Why Stripe makes no refund, or not to the end, while a bank decides. */
const DISPUTED = ['charge_disputed', 'charge_for_pending_refund_disputed'];

/** What is to be done about it. */
function adviceOf({ kind, word }: PaymentAlert): string {
  switch (kind) {
    case 'refund-failed':
      return DISPUTED.includes(word)
        ? 'The payment is disputed, so its bank decides. If the dispute is won, this refund is still owed: make it at Stripe. If it is lost, the bank has given the money back, and nothing more is owed.'
        : 'The money is back with us, and is still owed. Answer this mail to agree on another way of paying it back.';
    case 'dispute-opened':
      return 'Answer it at Stripe in time, or it is lost. Meanwhile pay nothing back in another way: what is lost to a dispute the bank has given back already.';
    case 'dispute-closed':
      return word === 'lost'
        ? 'The bank has given the money back. Pay nothing back besides, whatever was owed on it.'
        : 'Refunds of this payment that were refused during the dispute are still owed, unless the dispute was settled by one.';
  }
}

const wordsOf = (word: string): string => word.replaceAll('_', ' ');

function titleOf({ kind, word }: PaymentAlert): string {
  switch (kind) {
    case 'refund-failed':
      return 'A refund failed';
    case 'dispute-opened':
      return 'A payment is disputed';
    case 'dispute-closed':
      return `A dispute was closed as ${wordsOf(word)}`;
  }
}

const instant = (at: Date): string => `${formatDay(at, new Date())}, ${formatTimeWithZone(at)}`;

type Row = readonly [label: string, value: string];

/** Who paid, and for what. */
async function readPayer({
  rideId,
  purchaseId,
}: PaidFor): Promise<Pick<EmailContent, 'replyTo'> & { rows: Row[] }> {
  if (rideId === null) {
    const { buyerEmail } = await findPurchase(purchaseId);
    return {
      ...(buyerEmail && { replyTo: { name: '', address: buyerEmail } }),
      rows: [['Gift card purchase', purchaseId], ...(buyerEmail ? [['Buyer', buyerEmail] as const] : [])],
    };
  }
  const { customerName, customerEmail, customerPhone, paymentIntentId } = await findRide(rideId);
  return {
    replyTo: { name: customerName, address: customerEmail },
    rows: [
      ['Ride', rideId],
      ['Rider', `${customerName}, ${customerEmail}, ${customerPhone}`],
      ...(paymentIntentId ? [['Payment at Stripe', paymentIntentId] as const] : []),
    ],
  };
}

/** Tells the house of a refund that failed or of a dispute; answering the mail answers who paid. Throws NOT_FOUND. */
export async function composePaymentAlertEmail(noticeId: string): Promise<EmailContent> {
  const notice = await PaymentAlertModel.findById(noticeId).lean<PaymentAlertDoc>();
  if (!notice) throw new AppError('NOT_FOUND', 'There is no such notice.');
  const { key, kind, paidFor, amountCents, word, answerBy, at } = notice;
  const { replyTo, rows } = await readPayer(paidFor);
  const title = titleOf(notice);
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
          [kind === 'dispute-closed' ? 'Outcome' : 'Reason', wordsOf(word)],
          ...(answerBy ? [['Answer by', instant(answerBy)] as const] : []),
          ...rows,
          ['Event', key],
          ['Noticed', instant(at)],
        ],
      },
      { kind: 'text', text: adviceOf(notice) },
    ],
  };
}
