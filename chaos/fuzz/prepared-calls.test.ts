import { expect, test } from 'vitest';
import { API } from '#common/api.ts';
import { CANNOT_BE_SERVED } from './cannot-be-served.ts';
import { PREPARED } from './prepared-calls.ts';

const names = new Set(API.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));

test('every prepared call and every call that cannot be served exists in the API contract', () => {
  const unknown = [...Object.keys(PREPARED), ...Object.keys(CANNOT_BE_SERVED)].filter(
    (name) => !names.has(name),
  );

  expect(unknown).toEqual([]);
});
