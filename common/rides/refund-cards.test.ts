import { expect, test } from 'vitest';
import { cardInWords, cardsInWords, fareCards } from './refund-cards.ts';

const VISA = { brand: 'visa', last4: '4242' };
const MASTERCARD = { brand: 'mastercard', last4: '4444' };

test('one card is named, several are not told apart', () => {
  expect(cardsInWords([VISA])).toBe('Visa 4242');
  expect(cardsInWords([VISA, { ...VISA }])).toBe('Visa 4242');
  expect(cardsInWords([VISA, MASTERCARD])).toBe('the cards that paid');
});

test('a card that is not known is called what the reader calls it', () => {
  expect(cardInWords(null)).toBe('your card');
  expect(cardsInWords([null], 'the card')).toBe('the card');
  expect(cardsInWords([])).toBe('your card');
});

test('a fare was paid by its own card and those of edits and more time that were paid', () => {
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
