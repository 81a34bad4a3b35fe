import { expect, test } from 'vitest';
import { cardInWords, cardsInWords, fareCards } from './refund-cards.ts';

const VISA = { brand: 'visa', last4: '4242' };
const MASTERCARD = { brand: 'mastercard', last4: '4444' };

test('a single card is named, several different cards are not', () => {
  expect(cardsInWords([VISA])).toBe('Visa 4242');
  expect(cardsInWords([VISA, { ...VISA }])).toBe('Visa 4242');
  expect(cardsInWords([VISA, MASTERCARD])).toBe('the cards that paid');
});

test('an unknown card is called "your card" or what the caller passes', () => {
  expect(cardInWords(null)).toBe('your card');
  expect(cardsInWords([null], 'the card')).toBe('the card');
  expect(cardsInWords([])).toBe('your card');
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
