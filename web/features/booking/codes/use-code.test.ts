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

test('a promo code can be checked once the booking has a fare', () => {
  expect(promo({ promoCode: 'WELCOME25' })).toBeNull();
});

test('reasons against checking a promo code are reported in the specified order', () => {
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

test('a gift card needs a code but no booking details, and only one can be applied', () => {
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
function startCheck() {
  const signals: AbortSignal[] = [];
  const received: string[] = [];
  let answer = (_text: string) => {};
  let fail = (_error: Error) => {};
  const cancelCheck = checkDebounced<string>({
    ask: (signal) => {
      signals.push(signal);
      return new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
    onAnswer: (text) => received.push(text),
    onFailure: (error) => received.push(String(error)),
  });
  return {
    signals,
    received,
    cancelCheck,
    answer: (text: string) => answer(text),
    fail: (error: Error) => fail(error),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(SETTLE_MS);

test('a debounced check sends its request only after the delay', async () => {
  const { signals, received, answer } = startCheck();
  await vi.advanceTimersByTimeAsync(SETTLE_MS - 1);
  expect(signals).toHaveLength(0);
  await settle();
  answer('$25');
  await settle();
  expect(received).toEqual(['$25']);
});

test('a check that is cancelled during the delay sends no request', async () => {
  const { signals, cancelCheck } = startCheck();
  cancelCheck();
  await settle();
  expect(signals).toHaveLength(0);
});

test('a check that is cancelled while pending aborts its request and ignores its answer or failure', async () => {
  const answered = startCheck();
  const failed = startCheck();
  await settle();
  answered.cancelCheck();
  failed.cancelCheck();
  answered.answer('$25');
  failed.fail(new Error('too late'));
  await settle();
  expect([...answered.received, ...failed.received]).toEqual([]);
  expect(answered.signals[0]?.aborted).toBe(true);
});

test('a failed check is passed to onFailure', async () => {
  const { received, fail } = startCheck();
  await settle();
  fail(new Error('refused'));
  await settle();
  expect(received).toEqual(['Error: refused']);
});
