import { expect, test } from 'vitest';
import { CODE_ALPHABET, formatCode, readCode } from '#common/gift-cards/code.ts';
import { newId } from '../testing/new-id.ts';
import { deriveCode, hashCode, hashRedemptionToken, redemptionTokenOf } from './gift-card-codes.ts';

test('a gift card code has sixteen symbols, is read back however it is typed, and is derived alike each time', () => {
  const id = newId();
  const symbols = deriveCode(id);

  expect(symbols).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  expect(deriveCode(id)).toBe(symbols);
  const typed = formatCode(symbols)
    .toLowerCase()
    .replaceAll('-', ' ')
    .replaceAll('1', 'l')
    .replaceAll('0', 'o');
  expect(readCode(typed)).toBe(symbols);
});

test('gift card codes use every symbol evenly in every place, and are unique', () => {
  const codes = Array.from({ length: 20_000 }, () => deriveCode(newId()));

  expect(new Set(codes).size).toBe(codes.length);
  const expected = codes.length / CODE_ALPHABET.length;
  for (let place = 0; place < 16; place += 1) {
    const counts = new Map<string, number>();
    for (const code of codes) counts.set(code[place] ?? '', (counts.get(code[place] ?? '') ?? 0) + 1);
    const chiSquare = [...CODE_ALPHABET]
      .map((symbol) => ((counts.get(symbol) ?? 0) - expected) ** 2 / expected)
      .reduce((sum, each) => sum + each, 0);
    // With 31 degrees of freedom, chance exceeds this value once in ten million codes.
    expect(chiSquare).toBeLessThan(95);
  }
});

test('code, redemption token and their hashes all differ from one another and from the card’s id', () => {
  const id = newId();
  const symbols = deriveCode(id);
  const pass = redemptionTokenOf(id);

  expect(pass).toMatch(/^[0-9a-f]{24}$/);
  const all = [
    id,
    symbols,
    pass,
    hashCode(symbols),
    hashRedemptionToken(pass),
    hashCode(pass),
    hashRedemptionToken(symbols),
  ];
  expect(new Set(all).size).toBe(all.length);
});
