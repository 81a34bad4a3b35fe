import { expect, test } from 'vitest';
import { findQuestions } from './help-search.tsx';

const questions = (search: string) => findQuestions(search).map(({ question }) => question);

test('every word must occur, in any order and case', () => {
  expect(questions('CARD gift')).toEqual([
    'Can I use a promo code and a gift card together?',
    'Which cards do you take?',
  ]);
  expect(questions('gift zebra')).toEqual([]);
});

test('answers and topics are searched as well as questions', () => {
  expect(questions('48-72')).toEqual(['How soon will I hear back?']);
  expect(questions('lost and found 30')).toEqual(['How long do you keep items?']);
});

test.each(['airport pickup', 'cancel', 'gift card'])('the hint %s finds something', (hint) => {
  expect(questions(hint)).not.toHaveLength(0);
});
