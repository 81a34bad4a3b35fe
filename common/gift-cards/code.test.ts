import { expect, test } from 'vitest';
import { formatCode, readCode } from './code.ts';

const SYMBOLS = '01AB2C3D4E5F6G7H';

test.each([
  formatCode(SYMBOLS),
  SYMBOLS,
  'mrq 01ab 2c3d 4e5f 6g7h',
  'MRQ–01AB–2C3D–4E5F–6G7H',
  'MRQ-OIAB-2C3D-4E5F-6G7H',
])('the gift card code %s is read as its symbols', (typed) => {
  expect(readCode(typed)).toBe(SYMBOLS);
});

test.each(['MRQ-MRQA-2C3D-4E5F-6G7H', 'MRQA2C3D4E5F6G7H'])(
  'the gift card code %s keeps symbols that look like the MRQ prefix',
  (typed) => {
    expect(readCode(typed)).toBe('MRQA2C3D4E5F6G7H');
  },
);

test.each(['', 'MRQ', SYMBOLS.slice(1), `${SYMBOLS}0`, SYMBOLS.replace('A', 'U'), SYMBOLS.replace('A', '!')])(
  '"%s" is not a gift card code',
  (typed) => {
    expect(readCode(typed)).toBeNull();
  },
);
