import { expect, test } from 'vitest';
import {
  cvcProblem,
  expiryProblem,
  formatCvc,
  formatExpiry,
  formatNumber,
  formatPostalCode,
  numberProblem,
  postalCodeProblem,
  readExpiry,
} from './card-fields.ts';

test.each([
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242-4242 42424242', '4242 4242 4242 4242'],
  ['42424242424242429', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['3056930009020004', '3056 9300 0902 0004'],
  ['', ''],
])('the card number %j is formatted as %j', (typed, shown) => {
  expect(formatNumber(typed)).toBe(shown);
});

test.each([
  ['', ''],
  ['0', '0'],
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['1/', '01 / '],
  ['0429', '04 / 29'],
  ['4/29', '04 / 29'],
  ['04/2029', '04 / 29'],
  ['04 / 299', '04 / 29'],
])('expiry %j is formatted as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test('an expiry is parsed into month and year', () => {
  expect(readExpiry('04 / 29')).toEqual({ month: 4, year: 2029 });
});

test('the length of a security code depends on the card', () => {
  expect(formatCvc('12345', '4242')).toBe('123');
  expect(formatCvc('12345', '3782')).toBe('1234');
  expect(cvcProblem('123', '4242')).toBeNull();
  expect(cvcProblem('123', '3782')).toEqual({
    code: 'incomplete_cvc',
    message: "Your card's security code is incomplete.",
  });
});

test.each([
  ['', 'incomplete_number', 'Your card number is incomplete.'],
  ['4242 4242 4242 424', 'incomplete_number', 'Your card number is incomplete.'],
  ['4242 4242 4242 4241', 'invalid_number', 'Your card number is invalid.'],
])('the card number %j is %s', (typed, code, message) => {
  expect(numberProblem(typed)).toEqual({ code, message });
});

test.each(['4242 4242 4242 4242', '3782 822463 10005', '3056 9300 0902 0004'])(
  'the card number %s is valid',
  (typed) => {
    expect(numberProblem(typed)).toBeNull();
  },
);

test.each([
  ['', 'incomplete_expiry'],
  ['04 / 2', 'incomplete_expiry'],
  ['13 / 29', 'incomplete_expiry'],
  ['04 / 25', 'invalid_expiry_year_past'],
  ['10 / 26', 'invalid_expiry_month_past'],
  ['04 / 99', 'invalid_expiry_year'],
])('in November 2026 expiry %j is %s', (typed, code) => {
  expect(expiryProblem(typed, new Date(2026, 10, 20))?.code).toBe(code);
});

test('a card is valid until the end of its month', () => {
  expect(expiryProblem('11 / 26', new Date(2026, 10, 30))).toBeNull();
});

test('only some countries require a postal code', () => {
  expect(postalCodeProblem('', 'US')).toEqual({
    code: 'incomplete_zip',
    message: 'Your ZIP code is incomplete.',
  });
  expect(postalCodeProblem('89109', 'US')).toBeNull();
  expect(postalCodeProblem('K1A 0B1', 'CA')).toBeNull();
  expect(postalCodeProblem('SW1A', 'GB')?.code).toBe('incomplete_zip');
  expect(postalCodeProblem('', 'FR')).toBeNull();
  expect(formatPostalCode('89109-1234', 'US')).toBe('89109');
  expect(formatPostalCode('k1a 0b1', 'CA')).toBe('K1A 0B1');
});
