import { expect, test } from 'vitest';
import { buildUser } from '#web/testing/build-user.ts';
import { buildGiftCard } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { withoutForeignGiftCard } from './without-foreign-gift-card.ts';

const rider = buildUser();
const withCard = (appliedBy: string | null) =>
  buildDraft({ giftCardCode: '•••• 91TD', giftCard: buildGiftCard({ appliedBy }) });

test('a gift card stays with the rider who applied it, and with a visitor who signs in after', () => {
  for (const draft of [withCard(rider.id), withCard(null), buildDraft()]) {
    expect(withoutForeignGiftCard(draft, rider)).toEqual(draft);
  }
});

test('nobody finds the gift card of a rider who signed out', () => {
  for (const next of [buildUser(), null]) {
    expect(withoutForeignGiftCard(withCard(rider.id), next)).toMatchObject({
      giftCardCode: '',
      giftCard: null,
    });
  }
});
