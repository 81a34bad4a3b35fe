import { expect, test } from 'vitest';
import { fieldErrors } from './field-errors.ts';

test('each field shows only its first error, from the form or from the server', () => {
  expect(
    fieldErrors([
      { path: ['email'], message: 'Not an address' },
      { path: ['email'], message: 'Too long' },
      { path: 'address.street', message: 'Missing' },
    ]),
  ).toEqual({ email: 'Not an address', 'address.street': 'Missing' });
});
