import { expect, test } from 'vitest';
import { env } from '../env.ts';
import { renderEmail } from '../mail/render-email.ts';
import { buildGiftCard } from '../testing/build-gift-card.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import { composeGiftCardEmail, composeUndeliveredEmail } from './gift-card-emails.ts';
import { captureGiftCard, holdGiftCard, refundGiftCard } from './ledger.ts';
import { PurchaseModel } from './purchase-model.ts';

setUpTestDatabase();

const until = new Date(Date.now() + 3_600_000);

/** Returns what the email of a card states about its value. */
async function worthIn(purchaseId: string) {
  const mail = await composeGiftCardEmail(purchaseId);
  const face = mail?.parts.flatMap((part) => (part.kind === 'gift-card' ? part.amount : []));
  return [mail?.subject, mail?.title, ...(face ?? [])];
}

test('the email of a partly spent card states its remaining balance', async () => {
  const { id } = await buildGiftCard(10_000);
  const purchase = { amountCents: 10_000, recipientEmail: 'hannah@example.com', createdAt: new Date() };
  await PurchaseModel.create({ _id: id, ...purchase, state: 'paid', paidAt: new Date() });
  const whole = ['A $100 Marquee gift card for you', 'You have a $100 gift card', '$100'];
  expect(await worthIn(id)).toEqual(whole);

  const ride = { giftCardId: id, rideId: newId(), amountCents: 8_000 };
  await holdGiftCard({ ...ride, memo: 'Sphere', until });
  await captureGiftCard(ride);
  expect(await worthIn(id)).toEqual([
    'A Marquee gift card for you, $20.00 left of $100',
    'Your gift card has $20.00 left of $100',
    '$20.00 left of $100',
  ]);

  await refundGiftCard({ ...ride, reason: 'cancelled' });
  expect(await worthIn(id)).toEqual(whole);
});

test('the gift card email is readable without images, marked up for screen readers, and printable', async () => {
  const _id = newId();
  const purchase = { amountCents: 25_000, recipientEmail: 'hannah@example.com', createdAt: new Date() };
  const typed = { recipientName: 'Jordan Lee', personalMessage: 'See you at the fountains.' };
  await PurchaseModel.create({ _id, ...purchase, ...typed, state: 'paid', paidAt: new Date() });

  const content = await composeGiftCardEmail(_id);

  const html = content ? renderEmail(content).html : '';
  expect(html).toMatch(/<html lang="en">/);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain('role="group" aria-label="Gift card"');
  expect(html).toMatch(/page-break-inside:\s?avoid/);
  expect(html).not.toMatch(/<img|<script|url\(/);
  expect(html).toMatch(/The sender wrote:<\/p>\s*<blockquote[^>]*>For Jordan Lee</);
});

test('operations are informed of a given card that could not be delivered, since it has no buyer', async () => {
  const _id = newId();
  const purchase = { amountCents: 2_000, recipientEmail: 'hannah@example.com', createdAt: new Date() };
  await PurchaseModel.create({ _id, ...purchase, state: 'given' });

  const { to, replyTo, parts } = await composeUndeliveredEmail(_id);

  expect([to, replyTo]).toEqual([env.MAIL_TO, undefined]);
  const text = JSON.stringify(parts);
  expect(text).toContain('hannah@example.com');
  expect(text).toContain('Send it again');
  expect(text).toContain(`/ops/codes/gift-cards?card=${_id}`);
  expect(text).not.toMatch(/paid for|Reply to this email/);
});
