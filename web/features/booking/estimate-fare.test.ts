import { expect, test } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { estimateFare } from './estimate-fare.ts';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';

const total = (...args: Parameters<typeof estimateFare>) => estimateFare(...args)?.totalCents;

test('three hours in a Lux Sedan on a standard day come to $233.58', () => {
  expect(total(buildDraft(), buildPricing())).toBe(23358);
});

test('the estimate includes weekend rate and airport fee without being told', () => {
  const draft = buildDraft({
    bookingType: 'point-to-point',
    pickupLocation: 'Harry Reid International Airport, Terminal 1',
    scheduledDate: '2026-11-27',
  });
  expect(total(draft, buildPricing())).toBe(9905);
});

test('a special event in the calendar raises the fare of its day only', () => {
  const fightNight = [{ date: '2026-11-24', tier: 'special-event', name: 'Title fight' }] as const;
  const pricing = buildPricing({ surgeCalendar: fightNight });
  expect(estimateFare(buildDraft(), pricing)?.surgeMultiplier).toBe(1.5);
  expect(estimateFare(buildDraft({ scheduledDate: '2026-11-25' }), pricing)?.surgeMultiplier).toBe(1);
});

test.each([
  ['no pickup', { pickupLocation: ' ' }],
  ['no drop-off', { dropoffLocation: '' }],
  ['no hours', { hours: '' }],
  ['zero hours', { hours: '0' }],
  ['hours that are no number', { hours: 'three' }],
])('there is no estimate with %s', (_case, overrides) => {
  expect(estimateFare(buildDraft(overrides), buildPricing())).toBeNull();
});

test('a point-to-point estimate needs no hours', () => {
  expect(
    estimateFare(buildDraft({ bookingType: 'point-to-point', hours: '' }), buildPricing()),
  ).not.toBeNull();
});

test('a stop is priced only once it has a place', () => {
  const priced = (...stops: string[]) =>
    estimateFare(buildDraft({ bookingType: 'point-to-point', stops }), buildPricing());

  expect(priced('', ' ')).toEqual(priced());
  expect(priced('Sphere', '')).toEqual(priced('Sphere'));
  expect(priced('Sphere')?.stopCents).toBe(1_500);
});

test('a promo code lowers the fare, and a gift card pays part of the remainder', () => {
  const withCodes = buildDraft({
    promo: buildPromo({ discountAmount: 25 }),
    giftCard: buildGiftCard({ currentBalance: 100.1 }),
  });
  expect(estimateFare(withCodes, buildPricing())).toMatchObject({
    promoCents: 2500,
    fareCents: 20858,
    giftCardCents: 10010,
    totalCents: 10848,
  });
});
