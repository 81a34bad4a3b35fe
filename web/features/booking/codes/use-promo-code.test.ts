import { expect, test } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildGiftCard, buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { promoQuery } from './use-promo-code.ts';

test('the promo query contains the fare before discounts and the booking details', () => {
  const draft = buildDraft({ promoCode: ' WELCOME25 ', promo: buildPromo(), giftCard: buildGiftCard() });
  expect(promoQuery(draft, buildPricing())).toEqual({
    code: 'WELCOME25',
    fareAmount: 233.58,
    scheduledDate: '2026-11-24',
    bookingType: 'hourly',
    hours: 3,
  });
});

test('a date that is not chosen yet is null in the promo query', () => {
  expect(promoQuery(buildDraft({ scheduledDate: '' }), buildPricing())).toMatchObject({
    scheduledDate: null,
  });
});

test('without a fare there is no promo query', () => {
  expect(promoQuery(buildDraft({ pickupLocation: '' }), buildPricing())).toBeNull();
});
