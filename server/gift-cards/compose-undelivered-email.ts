import { AppError } from '#common/errors.ts';
import { formatCents } from '#common/money.ts';
import { env } from '../env.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { findPurchase } from './find-purchase.ts';

/**
 * Tells whoever bought a gift card that its recipient's mail server will not have it, and how to put that right. The answer comes from the
 * buyer's own mailbox, by which the house knows whom it may believe. Throws NOT_FOUND.
 */
export async function composeUndeliveredEmail(purchaseId: string): Promise<EmailContent> {
  const { buyerEmail, amountCents, recipientName, recipientEmail } = await findPurchase(purchaseId);
  if (!buyerEmail) throw new AppError('NOT_FOUND', 'There is nobody to tell.');
  return {
    to: buyerEmail,
    replyTo: { name: 'Marquee', address: env.MAIL_TO },
    subject: 'Your gift card could not be delivered',
    title: 'We could not deliver your gift card',
    parts: [
      {
        kind: 'text',
        text: 'The mail server of your recipient refused it. Most often the address has a slip in it.',
      },
      {
        kind: 'rows',
        rows: [
          ['Gift card', formatCents(amountCents)],
          ...(recipientName ? [['For', recipientName] as const] : []),
          ['Sent to', recipientEmail],
          ['Reference', purchaseId],
        ],
      },
      {
        kind: 'text',
        text: 'The card is paid for and safe: nobody has its code. Answer this mail with the right address, and we send it there.',
      },
    ],
  };
}
