import { expect, test } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildGiftCard, buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { promoQuery } from './use-promo-code.ts';

test('the server is told the fare before discounts, and of the booking so far', () => {
  const draft = buildDraft({ promoCode: ' WELCOME25 ', promo: buildPromo(), giftCard: buildGiftCard() });
  expect(promoQuery(draft, buildPricing())).toEqual({
    code: 'WELCOME25',
    fareAmount: 233.58,
    scheduledDate: '2026-11-24',
    bookingType: 'hourly',
    hours: 3,
  });
});

test('a date not chosen yet is not told', () => {
  expect(promoQuery(buildDraft({ scheduledDate: '' }), buildPricing())).toMatchObject({
    scheduledDate: null,
  });
});

test('without a fare there is nothing to ask', () => {
  expect(promoQuery(buildDraft({ pickupLocation: '' }), buildPricing())).toBeNull();
});
