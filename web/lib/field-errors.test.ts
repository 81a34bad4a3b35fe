import { expect, test } from 'vitest';
import { fieldErrors } from './field-errors.ts';

test('each field shows its first problem, whether the form or the server found it', () => {
  expect(
    fieldErrors([
      { path: ['email'], message: 'Not an address' },
      { path: ['email'], message: 'Too long' },
      { path: 'address.street', message: 'Missing' },
    ]),
  ).toEqual({ email: 'Not an address', 'address.street': 'Missing' });
});
