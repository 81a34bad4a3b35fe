import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { sendOnce } from './send-once.ts';

const failure = (status: number, code?: string) =>
  new ApiError({ status, text: '', body: code ? { code, message: 'Try again.' } : null });

/** Sends a content, answered by an error if one is given. Returns the key, and the error thrown. */
async function send(content: object, answer?: Error) {
  let key = '';
  const error = await sendOnce(content, async (idempotencyKey) => {
    key = idempotencyKey;
    if (answer) throw answer;
  }).catch((failed: unknown) => failed);
  return { key, error };
}

test('contents without an answer keep their keys, also when others are sent in between', async () => {
  const [first, other] = [{ cents: 1 }, { cents: 2 }];
  const lost = await send(first, failure(504));
  await send(other, failure(503, 'UNAVAILABLE'));
  const expired = await send(first, failure(401));

  expect(lost.key).toMatch(/^[0-9a-f]{32}$/);
  expect(expired.key).toBe(lost.key);
  expect((await send(first)).key).toBe(lost.key);
  expect((await send(other)).key).not.toBe(lost.key);
});

test.each([
  ['reply', undefined],
  ['conflict', failure(409, 'RIDE_CHANGED')],
])('after a %s, the same content gets a new key', async (what, answer) => {
  const content = { what };
  const { key } = await send(content, answer);

  expect((await send(content)).key).not.toBe(key);
});

test('a quarter of an hour later the same content counts as a new request', async () => {
  const now = vi.spyOn(Date, 'now');
  onTestFinished(() => now.mockRestore());
  const content = { what: 'refund' };
  now.mockReturnValue(1_000_000);
  const { key } = await send(content, failure(504));
  now.mockReturnValue(1_000_000 + 15 * 60_000);
  expect((await send(content, failure(504))).key).toBe(key);

  now.mockReturnValue(1_000_001 + 30 * 60_000);

  expect((await send(content)).key).not.toBe(key);
});

test('a broken connection says that it may have worked, unless it was offline', async () => {
  const broken = await send({}, failure(0));
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const unsent = await send({}, failure(0));

  expect(broken.error).toMatchObject({
    code: 'NO_ANSWER',
    serverMessage: 'We got no answer. It may have worked; trying again does not do it twice.',
  });
  expect(unsent.error).toMatchObject({ status: 0, code: null });
});
