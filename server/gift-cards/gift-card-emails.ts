import { AppError } from '#common/errors.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatCode } from '#common/gift-cards/code.ts';
import { type Cents, formatCents, formatWholeDollars } from '#common/money.ts';
import { env } from '../env.ts';
import type { EmailContent, EmailPart } from '../mail/email-content.ts';
import { isVoided } from './fulfil-gift-card.ts';
import { deriveCode } from './gift-card-codes.ts';
import { type GiftCardDoc, GiftCardModel } from './gift-card-model.ts';
import type { PurchaseDoc } from './purchase-model.ts';
import { findPurchase } from './purchases.ts';

/**
 * Composes the email with the gift card for its recipient. Its code is derived for the email and never
 * stored. Anyone can have a card sent to any address, so the buyer's text, including the name, is quoted
 * apart from ours, under a label. Null once the card is voided, even if the email was enqueued before.
 *
 * @throws AppError NOT_FOUND, also if the address is gone: the card then counts as undelivered
 */
export async function composeGiftCardEmail(purchaseId: string): Promise<EmailContent | null> {
  if (await isVoided(purchaseId)) return null;
  const { amountCents, recipientEmail, recipientName, personalMessage, state } =
    await findPurchase(purchaseId);
  if (!recipientEmail) throw new AppError('NOT_FOUND', 'The address of this card is no longer stored.');
  const amount = formatWholeDollars(amountCents);
  const left = await formatLeft(purchaseId, amountCents);
  const isGiven = state === 'given';
  const typed = [recipientName && `For ${recipientName}`, personalMessage].filter(Boolean).join('\n');
  const typedParts = typed ? [{ kind: 'quote', label: 'The sender wrote:', text: typed } as const] : [];
  return {
    to: recipientEmail,
    subject: isGiven ? `${amount} from us, as a gift card` : `A ${amount} Marquee gift card for you`,
    title: `You have a ${amount} gift card`,
    ...(left && { subject: `A Marquee gift card for you, ${left}`, title: `Your gift card has ${left}` }),
    parts: [
      ...(isGiven
        ? []
        : [{ kind: 'text', text: 'Someone gave you chauffeured rides in Las Vegas.' } as const]),
      ...(isGiven ? [{ kind: 'text', text: personalMessage ?? '' } as const] : typedParts),
      { kind: 'gift-card', amount: left ?? amount, code: formatCode(deriveCode(purchaseId)) },
      {
        kind: 'text',
        text: 'Enter the code where the booking form asks for a promo code or gift card. What you do not spend stays on the card. It never expires.',
      },
      { kind: 'link', label: 'Book a ride', href: new URL('/#booking', env.PUBLIC_URL).href },
      { kind: 'text', text: 'Anyone with the code can use the card. Keep this email, or print it.' },
    ],
  };
}

/** Balance of a partly spent card, such as `$20.00 left of $100`. Null if nothing was spent. */
async function formatLeft(giftCardId: string, amountCents: Cents): Promise<string | null> {
  const card = await GiftCardModel.findById(giftCardId, { balanceCents: 1 }).lean<
    Pick<GiftCardDoc, 'balanceCents'>
  >();
  if (!card || card.balanceCents >= amountCents) return null;
  return `${formatCents(card.balanceCents)} left of ${formatWholeDollars(amountCents)}`;
}

/** Reference date for `formatDay`, so that it always shows the year. */
const LONG_AGO = new Date(0);

/** Composes the buyer's receipt, without the code. @throws AppError NOT_FOUND */
export async function composeReceiptEmail(purchaseId: string): Promise<EmailContent> {
  const purchase = await findPurchase(purchaseId);
  const { buyerEmail, paidAt } = purchase;
  if (!buyerEmail || !paidAt) throw new AppError('NOT_FOUND', 'There is nothing to receipt.');
  const paid = formatDayTimeWithZone(paidAt, LONG_AGO);
  return {
    to: buyerEmail,
    subject: 'Your receipt for a Marquee gift card',
    title: 'Thank you for your purchase',
    parts: [
      purchaseRows(purchase, [['Paid', paid]]),
      {
        kind: 'text',
        text: 'The card and its code are on their way to the address above. If they do not arrive, write to us with the reference.',
      },
      { kind: 'text', text: 'This is a receipt, not a tax invoice.' },
    ],
  };
}

/**
 * Composes the email that informs the buyer that the recipient's mail server rejected the card, or that its
 * address is gone, and how to correct that. The buyer replies from their own mailbox, which proves their
 * identity to operations. Of a card without a buyer operations are informed.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeUndeliveredEmail(purchaseId: string): Promise<EmailContent> {
  const purchase = await findPurchase(purchaseId);
  if (!purchase.buyerEmail) return undeliveredForOperations(purchase);
  return {
    to: purchase.buyerEmail,
    replyTo: { name: 'Marquee', address: env.MAIL_TO },
    subject: 'Your gift card could not be delivered',
    title: 'We could not deliver your gift card',
    parts: [
      {
        kind: 'text',
        text: purchase.recipientEmail
          ? 'Your recipient’s mail server refused it. Most often the address has a typo.'
          : 'We no longer have the address of your recipient.',
      },
      purchaseRows(purchase),
      {
        kind: 'text',
        text: 'The card is paid for and safe: nobody has its code. Reply to this email with the right address, and we will send it there.',
      },
    ],
  };
}

const undeliveredForOperations = (purchase: PurchaseDoc): EmailContent => ({
  to: env.MAIL_TO,
  subject: 'A gift card without a buyer could not be delivered',
  title: 'A gift card could not be delivered',
  parts: [
    {
      kind: 'text',
      text: 'The recipient’s mail server refused it, or we no longer have their address. Send it again, to the right address.',
    },
    purchaseRows(purchase),
    {
      kind: 'link',
      label: 'Open it in the console',
      href: new URL(`/ops/codes/gift-cards?card=${purchase._id.toHexString()}`, env.PUBLIC_URL).href,
    },
  ],
});

/** Composes the email that informs the recipient that the card was voided. @throws AppError NOT_FOUND */
export async function composeVoidedEmail(purchaseId: string): Promise<EmailContent> {
  const { amountCents, recipientEmail, state } = await findPurchase(purchaseId);
  const isPaidBack = state !== 'given';
  return {
    to: recipientEmail,
    replyTo: { name: 'Marquee', address: env.MAIL_TO },
    subject: 'Your Marquee gift card was cancelled',
    title: 'Your gift card was cancelled',
    parts: [
      {
        kind: 'text',
        text: `The gift card for ${formatWholeDollars(amountCents)} that we sent you was cancelled${isPaidBack ? ', and what was left on it goes back to its buyer' : ''}.`,
      },
      {
        kind: 'text',
        text: 'Its code no longer works. Rides it paid for stay booked. If you have questions, reply to this email.',
      },
    ],
  };
}

/**
 * Composes the email that informs the buyer of the refund of a voided card.
 *
 * @param voidId id of the void
 * @throws AppError NOT_FOUND
 */
export async function composeVoidReceiptEmail(voidId: string): Promise<EmailContent> {
  const card = await GiftCardModel.findOne({ 'voids._id': voidId }).lean<GiftCardDoc>();
  const refund = card?.voids?.find(({ _id }) => _id.toHexString() === voidId);
  const purchase = card && (await findPurchase(card._id.toHexString()));
  if (!refund || !purchase?.buyerEmail) throw new AppError('NOT_FOUND', 'There is no such refund.');
  const back = formatCents(refund.amountCents);
  return {
    to: purchase.buyerEmail,
    replyTo: { name: 'Marquee', address: env.MAIL_TO },
    subject: `We refunded ${back} of your Marquee gift card`,
    title: `${back} is on its way back to you`,
    parts: [
      purchaseRows(purchase, [['Refunded', back]]),
      {
        kind: 'text',
        text: 'It goes to the card you paid with, and takes 5 to 7 business days. The gift card was cancelled, and its code no longer works.',
      },
    ],
  };
}

const purchaseRows = (
  { _id, amountCents, recipientEmail }: PurchaseDoc,
  more: readonly (readonly [label: string, value: string])[] = [],
): EmailPart => ({
  kind: 'rows',
  rows: [
    ['Gift card', formatCents(amountCents)],
    ...more,
    ...(recipientEmail ? [['Sent to', recipientEmail] as const] : []),
    ['Reference', _id.toHexString()],
  ],
});
