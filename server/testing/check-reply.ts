import { expect } from 'vitest';
import { API } from '#common/api.ts';
import { type Endpoint, errorsOf, paramNames, statusesOf } from '#common/endpoint.ts';
import { errorBodySchema } from '#common/errors.ts';
import type { Reply } from './test-client.ts';

const calls = API.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.method} ${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** `/rides/available/all` before `/rides/:rideId`-like patterns: the one with fewest parameters wins. */
function findCall(method: string, path: string): Endpoint | undefined {
  const asked = `${method} ${path.split('?')[0]}`;
  const matching = calls.filter(({ pattern }) => pattern.test(asked)).map(({ endpoint }) => endpoint);
  return matching.toSorted((one, other) => paramNames(one.path).length - paramNames(other.path).length)[0];
}

/**
 * Holds a reply to the definition of its call: the status is one of its own, the body has its shape and
 * nothing else, an error is one that the call may answer. Fails the test otherwise. Paths that are no call
 * pass.
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
