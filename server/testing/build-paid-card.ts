import { type PurchaseDoc, PurchaseModel } from '../gift-cards/purchase-model.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { MailModel } from '../mail/mail-model.ts';
import { buildGiftCard } from './build-gift-card.ts';

/** Creates an issued card with its paid purchase, whose email was sent. */
export async function buildPaidCard(overrides: Partial<PurchaseDoc> = {}) {
  const card = await buildGiftCard(25_000);
  const addresses = { recipientEmail: 'Hannah.Cho@example.com', buyerEmail: 'daniel.cho@example.com' };
  const purchase = { ...addresses, ...overrides };
  await PurchaseModel.create({
    _id: card.id,
    amountCents: 25_000,
    state: 'paid',
    createdAt: new Date(),
    paidAt: new Date(),
    recipientKey: purchase.recipientEmail.toLowerCase(),
    buyerKey: purchase.buyerEmail?.toLowerCase(),
    ...purchase,
  });
  await enqueueEmail('gift-card', card.id);
  await markSent(card.id);
  return card;
}

/** Marks a card's email as sent. */
export async function markSent(id: string): Promise<void> {
  await MailModel.updateOne(
    { template: 'gift-card', aboutId: id },
    { $set: { sentAt: new Date() }, $unset: { owedSince: 1 } },
  );
}
