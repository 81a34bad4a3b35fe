import { expect, test } from 'vitest';
import { markedFields } from './marked-fields.ts';
import { buildDraft } from './testing/build-draft.ts';

const blank = buildDraft({ customerName: '', customerPhone: '' });

const refused = {
  draft: blank,
  mistakes: [{ fields: ['customerName' as const, 'customerPhone' as const], message: 'Who is it for?' }],
};

test('every field at fault is marked, and the words stand beside the first', () => {
  expect(markedFields(refused, blank)).toEqual({ customerName: 'Who is it for?', customerPhone: '' });
});

test('a field that was changed is marked no longer, and the words move to the next', () => {
  expect(markedFields(refused, { ...blank, customerName: 'Alex' })).toEqual({
    customerPhone: 'Who is it for?',
  });
});

test('of two mistakes about one field the first is told', () => {
  const twice = {
    draft: blank,
    mistakes: [
      { fields: ['hours' as const], message: 'Too few.' },
      { fields: ['hours' as const], message: 'Not a half.' },
    ],
  };
  expect(markedFields(twice, blank)).toEqual({ hours: 'Too few.' });
});
