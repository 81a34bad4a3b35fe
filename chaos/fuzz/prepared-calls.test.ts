import { expect, test } from 'vitest';
import { API } from '#common/api.ts';
import { CANNOT_BE_SERVED } from './cannot-be-served.ts';
import { PREPARED } from './prepared-calls.ts';

const names = new Set(API.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));

test('what is prepared, and what cannot be served, are calls of the contract', () => {
  const unknown = [...Object.keys(PREPARED), ...Object.keys(CANNOT_BE_SERVED)].filter(
    (name) => !names.has(name),
  );

  expect(unknown).toEqual([]);
});
