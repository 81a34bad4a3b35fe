import { AppError } from '#common/errors.ts';
import { formatCents } from '#common/money.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { findPurchase } from './find-purchase.ts';

/** Seen from there every day is told with its year. */
const LONG_AGO = new Date(0);

/** The receipt for whoever bought a gift card; it tells everything but the code. Throws NOT_FOUND. */
export async function composeReceiptEmail(purchaseId: string): Promise<EmailContent> {
  const purchase = await findPurchase(purchaseId);
  const { buyerEmail, paidAt, amountCents, recipientName, recipientEmail } = purchase;
  if (!buyerEmail || !paidAt) throw new AppError('NOT_FOUND', 'There is nothing to receipt.');
  return {
    to: buyerEmail,
    subject: 'Your receipt for a Marquee gift card',
    title: 'Thank you for your purchase',
    parts: [
      {
        kind: 'rows',
        rows: [
          ['Gift card', formatCents(amountCents)],
          ['Paid', `${formatDay(paidAt, LONG_AGO)}, ${formatTimeWithZone(paidAt)}`],
          ...(recipientName ? [['For', recipientName] as const] : []),
          ['Sent to', recipientEmail],
          ['Reference', purchaseId],
        ],
      },
      {
        kind: 'text',
        text: 'The card and its code are on their way to the address above. Should they not arrive, write to us with the reference.',
      },
      { kind: 'text', text: 'This is a receipt, not a tax invoice.' },
    ],
  };
}
