import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from './draft.ts';
import { markedFields } from './marked-fields.ts';

const refused = {
  draft: EMPTY_DRAFT,
  mistakes: [{ fields: ['customerName' as const, 'customerPhone' as const], message: 'Who is it for?' }],
};

test('every field at fault is marked, and the words stand beside the first', () => {
  expect(markedFields(refused, EMPTY_DRAFT)).toEqual({ customerName: 'Who is it for?', customerPhone: '' });
});

test('a field that was changed is marked no longer, and the words move to the next', () => {
  expect(markedFields(refused, { ...EMPTY_DRAFT, customerName: 'Alex' })).toEqual({
    customerPhone: 'Who is it for?',
  });
});

test('of two mistakes about one field the first is told', () => {
  const twice = {
    draft: EMPTY_DRAFT,
    mistakes: [
      { fields: ['hours' as const], message: 'Too few.' },
      { fields: ['hours' as const], message: 'Not a half.' },
    ],
  };
  expect(markedFields(twice, EMPTY_DRAFT)).toEqual({ hours: 'Too few.' });
});
