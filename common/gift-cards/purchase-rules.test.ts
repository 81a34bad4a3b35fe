import { expect, test } from 'vitest';
import { brokenAmountRule } from './purchase-rules.ts';

test.each([
  ['', 'Invalid Amount', 'Please enter a valid number'],
  ['many', 'Invalid Amount', 'Please enter a valid number'],
  ['1e3', 'Invalid Amount', 'Please enter a valid number'],
  ['-50', 'Amount Too Low', 'Minimum gift card amount is $25'],
  ['24.99', 'Amount Too Low', 'Minimum gift card amount is $25'],
  ['5000.01', 'Amount Too High', 'Maximum gift card amount is $5000'],
  ['10000000000', 'Amount Too High', 'Maximum gift card amount is $5000'],
  ['99.5', 'Invalid Amount', 'Please enter whole dollars'],
])('the gift card amount "%s" is refused: %s', (typed, title, message) => {
  expect(brokenAmountRule(typed)).toEqual({ field: 'amount', title, message });
});

test.each(['25', ' 5000 ', '100.00'])('a gift card of "%s" dollars can be bought', (typed) => {
  expect(brokenAmountRule(typed)).toBeNull();
});
