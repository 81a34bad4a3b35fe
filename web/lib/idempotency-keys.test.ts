import { expect, test } from 'vitest';
import { idempotencyKeys } from './idempotency-keys.ts';

test('the same content sent again has the same key', () => {
  const keys = idempotencyKeys();
  expect(keys.keyFor({ hours: 3 })).toBe(keys.keyFor({ hours: 3 }));
});

test('changed content gets a new key, also when it is changed back', () => {
  const keys = idempotencyKeys();
  const sent = [{ hours: 3 }, { hours: 4 }, { hours: 3 }].map((body) => keys.keyFor(body));
  expect(new Set(sent).size).toBe(3);
});

test('after an answer, the same content gets a new key', () => {
  const keys = idempotencyKeys();
  const first = keys.keyFor({ hours: 3 });
  keys.forget();
  expect(keys.keyFor({ hours: 3 })).not.toBe(first);
});

test('a key has the format that the server accepts: 8 to 128 letters, digits and dashes', () => {
  expect(idempotencyKeys().keyFor({})).toMatch(/^[\w-]{8,128}$/);
});
