import { expect, test } from 'vitest';
import { findQuestions } from './help-search.tsx';

const questions = (search: string) => findQuestions(search).map(({ question }) => question);

test('a help search requires every word, in any order and case', () => {
  expect(questions('CARD gift')).toEqual([
    'Can I use a promo code and a gift card together?',
    'Which cards do you take?',
  ]);
  expect(questions('gift zebra')).toEqual([]);
});

test('a help search covers questions, answers and topics', () => {
  expect(questions('48-72')).toEqual(['How fast will I hear back?']);
  expect(questions('lost and found 30')).toEqual(['How long do you keep items?']);
});

test.each(['airport pickup', 'cancel', 'gift card'])('the search hint %s finds something', (hint) => {
  expect(questions(hint)).not.toHaveLength(0);
});
