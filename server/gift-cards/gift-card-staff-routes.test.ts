import { expect, test } from 'vitest';
import { giftCardPageSchema } from '#common/gift-cards/gift-card-staff-api.ts';
import { as } from '../testing/as.ts';
import { soundCard } from '../testing/build-gift-card.ts';
import { buildPaidCard } from '../testing/build-paid-card.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { captureGiftCard, holdGiftCard, refundGiftCard } from './ledger.ts';
import { PurchaseModel } from './purchase-model.ts';

setUpTestApp();

const until = new Date(Date.now() + 3_600_000);

const find = async (q: string, after = '') => {
  const admin = await buildAdmin();
  const query = new URLSearchParams({ q, ...(after && { after }) });
  const reply = await as(admin).get(`/api/ops/gift-cards?${query}`);
  expect(reply.status).toBe(200);
  return giftCardPageSchema.parse(reply.body);
};
const idsOf = ({ cards }: { cards: { id: string }[] }) => cards.map(({ id }) => id);

test('a card is found by the last four symbols of its code or by either address, and its code is never shown', async () => {
  const card = await buildPaidCard();
  const other = await buildPaidCard({
    recipientEmail: 'otto@example.com',
    buyerEmail: 'hannah.i@example.com',
  });
  const last4 = card.code.slice(-4);

  expect(idsOf(await find('hannah.')).toSorted()).toEqual([other.id, card.id].toSorted());
  expect(idsOf(await find('HANNAH.CHO@EXAMPLE.COM'))).toEqual([card.id]);
  expect(idsOf(await find('daniel'))).toEqual([card.id]);
  expect(idsOf(await find(`•••• ${last4.toLowerCase()}`))).toContain(card.id);
  expect(idsOf(await find('annah'))).toEqual([]);

  const read = await as(await buildAdmin()).get(`/api/ops/gift-cards/${card.id}`);
  const shown = JSON.stringify([await find(last4), read.body]);
  expect(read.body).toMatchObject({ last4, amountCents: 25_000, delivery: { state: 'sent' } });
  for (const secret of [card.pass, card.code, card.code.replaceAll('-', ''), card.code.slice(4, 13)]) {
    expect(shown).not.toContain(secret);
  }
});

test('unpaid purchases are not found, and search results have pages', async () => {
  await PurchaseModel.create({
    amountCents: 5_000,
    state: 'open',
    createdAt: new Date(),
    recipientEmail: 'many@example.com',
    recipientKey: 'many@example.com',
  });
  const cards = [];
  for (let count = 0; count < 52; count += 1) {
    cards.push(await buildPaidCard({ recipientEmail: 'many@example.com' }));
  }

  const first = await find('many@');
  const second = await find('many@', first.next ?? '');

  expect([first.cards.length, second.cards.length, second.next]).toEqual([50, 2, null]);
  const ids = cards.map(({ id }) => id);
  expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.toSorted().toReversed());
});

test('the ledger shows the ride of each entry and the running balance', async () => {
  const card = await buildPaidCard();
  const ride = await buildRide({ pickupLocation: 'ARIA', dropoffLocation: 'Red Rock' });
  const onCard = { giftCardId: card.id, rideId: ride.id };
  await holdGiftCard({ ...onCard, amountCents: 10_000, memo: 'Red Rock', until });
  await captureGiftCard(onCard);
  await refundGiftCard({ ...onCard, amountCents: 1_000, reason: 'completed-for-less' });

  const { body } = await as(await buildAdmin()).get(`/api/ops/gift-cards/${card.id}`);

  const where = { id: ride.id, from: 'ARIA', to: 'Red Rock' };
  expect(body).toMatchObject({
    balanceCents: 16_000,
    isSound: true,
    entries: [
      { kind: 'issue', amountCents: 25_000, balanceCents: 25_000, ride: null, reason: null },
      { kind: 'hold', amountCents: -10_000, balanceCents: 15_000, ride: where },
      { kind: 'capture', amountCents: 0, balanceCents: 15_000, ride: where },
      { kind: 'refund', balanceCents: 16_000, ride: where, reason: 'completed-for-less' },
    ],
  });
  await soundCard(card.id);
});
