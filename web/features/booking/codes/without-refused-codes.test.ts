import { expect, test } from 'vitest';
import { mistakesOfIssues } from '../mistakes-of-issues.ts';
import { withoutRefusedCodes } from './without-refused-codes.ts';

const refusedFor = (...paths: string[]) =>
  withoutRefusedCodes(mistakesOfIssues(paths.map((path) => ({ path, message: 'No longer valid' }))));

test('a ride refused for a code drops that code and keeps the other', () => {
  expect(refusedFor('promoCodeId')).toEqual({ promo: null });
  expect(refusedFor('giftCardId', 'customerPhone')).toEqual({ giftCard: null });
});

test('a ride refused for something else keeps both', () => {
  expect(refusedFor('customerPhone')).toEqual({});
});
