import { expect } from 'vitest';
import { errorBodySchema } from '#common/errors.ts';
import { API } from '../api.ts';
import type { ApiCall } from '../http/api-call.ts';
import { refusalsOf } from '../http/refusals-of.ts';
import type { Reply } from './test-client.ts';

const calls = API.flatMap((section) => section.calls).map((call) => ({
  call,
  pattern: new RegExp(`^${call.call.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** `/rides/available/all` before `/rides/{rideId}`-like patterns: the one with fewest parameters wins. */
const parameterCount = ({ call }: ApiCall) => call.split('{').length;

function findCall(method: string, path: string): ApiCall | undefined {
  const asked = `${method} ${path.split('?')[0]}`;
  const matching = calls.filter(({ pattern }) => pattern.test(asked)).map(({ call }) => call);
  return matching.toSorted((one, other) => parameterCount(one) - parameterCount(other))[0];
}

/**
 * Holds a reply to the description of its call: the status is told, the body is of the shape told and carries nothing else. Fails the
 * test otherwise. Calls without a description pass; `api.test.ts` finds those.
 */
export function checkReply(method: string, path: string, { status, body }: Reply): void {
  const call = findCall(method, path);
  if (!call) return;
  const what = `${call.call} answered ${status}`;

  if (status in call.replies) {
    const schema = call.replies[status] ?? null;
    expect(schema ? schema.parse(body) : null, what).toEqual(body);
    return;
  }
  const error = errorBodySchema.parse(body);
  expect(error, what).toEqual(body);
  expect(refusalsOf(call), what).toContain(error.code);
}
