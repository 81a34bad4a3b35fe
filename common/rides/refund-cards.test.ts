import { expect, test } from 'vitest';
import { fareCards, formatCard, formatCards } from './refund-cards.ts';

const VISA = { brand: 'visa', last4: '4242' };
const MASTERCARD = { brand: 'mastercard', last4: '4444' };

test('a single card is named, several different cards are not', () => {
  expect(formatCards([VISA])).toBe('Visa 4242');
  expect(formatCards([VISA, { ...VISA }])).toBe('Visa 4242');
  expect(formatCards([VISA, MASTERCARD])).toBe('the cards that paid');
});

test('an unknown card is called "your card" or what the caller passes', () => {
  expect(formatCard(null)).toBe('your card');
  expect(formatCards([null], 'the card')).toBe('the card');
  expect(formatCards([])).toBe('your card');
});

test('fareCards lists the booking card and the cards of paid differences and extensions only', () => {
  const charge = { kind: 'difference', status: 'paid', card: MASTERCARD } as const;

  expect(fareCards({ payment: VISA, charges: [charge, { ...charge, kind: 'extension' }] })).toEqual([
    VISA,
    MASTERCARD,
    MASTERCARD,
  ]);
  expect(
    fareCards({
      payment: VISA,
      charges: [
        { ...charge, kind: 'tip' },
        { ...charge, status: 'open' },
      ],
    }),
  ).toEqual([VISA]);
});
