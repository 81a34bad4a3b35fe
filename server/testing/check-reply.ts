import { expect } from 'vitest';
import { API } from '#common/api.ts';
import { type Endpoint, errorsOf, paramNames, statusesOf } from '#common/endpoint.ts';
import { errorBodySchema } from '#common/errors.ts';
import type { Reply } from './test-client.ts';

const calls = API.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.method} ${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/**
 * Finds the call for a path. If several match, the one with fewest parameters wins, such as
 * `/rides/available/all` over `/rides/:rideId`.
 */
function findCall(method: string, path: string): Endpoint | undefined {
  const asked = `${method} ${path.split('?')[0]}`;
  const matching = calls.filter(({ pattern }) => pattern.test(asked)).map(({ endpoint }) => endpoint);
  return matching.toSorted((one, other) => paramNames(one.path).length - paramNames(other.path).length)[0];
}

/**
 * Checks a reply against the definition of its call: an expected status, a body of exactly its shape, or one
 * of its errors. Fails the test otherwise. Ignores paths that are no call.
 */
export function checkReply(method: string, path: string, { status, headers, body }: Reply): void {
  const endpoint = findCall(method, path);
  if (!endpoint) return;
  const what = `${endpoint.method} ${endpoint.path} answered ${status}`;

  if (statusesOf(endpoint).includes(status)) {
    if (endpoint.replyTypes) {
      expect(endpoint.replyTypes, what).toContain(headers.get('content-type'));
      return;
    }
    expect(endpoint.reply ? endpoint.reply.parse(body) : null, what).toEqual(body);
    return;
  }
  const error = errorBodySchema.parse(body);
  expect(error, what).toEqual(body);
  expect(errorsOf(endpoint), what).toContain(error.code);
}
