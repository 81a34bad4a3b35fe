import { expect, test } from 'vitest';
import { buildGiftCard, buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { giftCardObstacle, promoObstacle } from './code-obstacle.ts';
import { promoQuestion } from './promo-question.ts';

const promo = (overrides: Parameters<typeof buildDraft>[0]) => {
  const draft = buildDraft(overrides);
  return promoObstacle(draft, promoQuestion(draft, []));
};

test('a promo code is asked about once the booking has a fare', () => {
  expect(promo({ promoCode: 'WELCOME25' })).toBeNull();
});

test('what is in the way of a promo code is said in the specification’s order', () => {
  expect(promo({ promoCode: ' ', dropoffLocation: '' })).toEqual({
    title: 'Promo code required',
    message: 'Please enter a promo code',
  });
  expect(promo({ promoCode: 'WELCOME25', promo: buildPromo(), dropoffLocation: '' })).toEqual({
    title: 'Promo code already applied',
  });
  expect(promo({ promoCode: 'WELCOME25', dropoffLocation: '' })).toEqual({
    title: 'Cannot apply promo code',
    message: 'Please fill in all booking details first',
  });
});

test('a gift card needs no booking details, only a code, and only one', () => {
  const card = (overrides: Parameters<typeof buildDraft>[0]) => giftCardObstacle(buildDraft(overrides));
  expect(card({ giftCardCode: 'MRQ', dropoffLocation: '' })).toBeNull();
  expect(card({ giftCardCode: '' })).toEqual({ title: 'Gift card code required' });
  expect(card({ giftCardCode: 'MRQ', giftCard: buildGiftCard() })).toEqual({
    title: 'Gift card already applied',
  });
});
