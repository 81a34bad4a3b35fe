import { formatCode } from '#common/gift-cards/code.ts';
import { formatWholeDollars } from '#common/money.ts';
import { env } from '../env.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { findPurchase } from './find-purchase.ts';
import { deriveCode } from './gift-card-secrets.ts';

/** The gift card itself, for its recipient. Its code is derived for the letter, and kept nowhere. Throws NOT_FOUND. */
export async function composeGiftCardEmail(purchaseId: string): Promise<EmailContent> {
  const { amountCents, recipientEmail, recipientName, personalMessage } = await findPurchase(purchaseId);
  const amount = formatWholeDollars(amountCents);
  return {
    to: recipientEmail,
    subject: `A ${amount} Marquee gift card for you`,
    title: `${recipientName ? `${recipientName}, you` : 'You'} have a ${amount} gift card`,
    parts: [
      { kind: 'text', text: 'Somebody gave you rides in Las Vegas, with a chauffeur.' },
      ...(personalMessage ? [{ kind: 'quote', text: personalMessage } as const] : []),
      {
        kind: 'gift-card',
        amount,
        code: formatCode(deriveCode(purchaseId)),
        recipient: recipientName,
      },
      {
        kind: 'text',
        text: 'Type the code where the booking form asks for a promo code or gift card. What a ride leaves stays on the card. It never expires.',
      },
      { kind: 'link', label: 'Book a ride', href: new URL('/#booking', env.PUBLIC_URL).href },
      { kind: 'text', text: 'Whoever has the code can use the card. Keep this mail, or print it.' },
    ],
  };
}
