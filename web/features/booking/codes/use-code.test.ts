import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildGiftCard, buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { checkDebounced, giftCardCodeRefusal, promoCodeRefusal, SETTLE_MS } from './use-code.ts';
import { promoQuery } from './use-promo-code.ts';

const promo = (overrides: Parameters<typeof buildDraft>[0]) => {
  const draft = buildDraft(overrides);
  return promoCodeRefusal(draft, promoQuery(draft, buildPricing()));
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
  const card = (overrides: Parameters<typeof buildDraft>[0]) => giftCardCodeRefusal(buildDraft(overrides));
  expect(card({ giftCardCode: 'MRQ', dropoffLocation: '' })).toBeNull();
  expect(card({ giftCardCode: '' })).toEqual({ title: 'Gift card code required' });
  expect(card({ giftCardCode: 'MRQ', giftCard: buildGiftCard() })).toEqual({
    title: 'Gift card already applied',
  });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a debounced check whose reply the test controls. */
function question() {
  const asked: AbortSignal[] = [];
  const received: string[] = [];
  let answer = (_text: string) => {};
  let fail = (_error: Error) => {};
  const takeBack = checkDebounced<string>({
    ask: (signal) => {
      asked.push(signal);
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
    onAnswer: (text) => received.push(text),
    onFailure: (error) => received.push(String(error)),
  });
  return {
    asked,
    received,
    takeBack,
    answer: (text: string) => answer(text),
    fail: (error: Error) => fail(error),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(SETTLE_MS);

test('nothing is asked before things have settled', async () => {
  const { asked, received, answer } = question();
  await vi.advanceTimersByTimeAsync(SETTLE_MS - 1);
  expect(asked).toHaveLength(0);
  await settle();
  answer('$25');
  await settle();
  expect(received).toEqual(['$25']);
});

test('a question taken back in time is never asked', async () => {
  const { asked, takeBack } = question();
  takeBack();
  await settle();
  expect(asked).toHaveLength(0);
});

test('an answer to a question taken back is not received, whatever it is', async () => {
  const answered = question();
  const failed = question();
  await settle();
  answered.takeBack();
  failed.takeBack();
  answered.answer('$25');
  failed.fail(new Error('too late'));
  await settle();
  expect([...answered.received, ...failed.received]).toEqual([]);
  expect(answered.asked[0]?.aborted).toBe(true);
});

test('a failure is received', async () => {
  const { received, fail } = question();
  await settle();
  fail(new Error('refused'));
  await settle();
  expect(received).toEqual(['Error: refused']);
});
