import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#common/endpoint.ts';
import { serveApi } from '../testing/serve-api.ts';
import { ApiError } from './api-error.ts';
import { call, urlOf } from './call.ts';
import { messageOf } from './message-of.ts';

const reply = z.object({ id: z.string(), status: z.optional(z.enum(['requested', 'accepted'])) });
const read = endpoint({ method: 'GET', path: '/api/rides/:rideId', summary: '', who: 'rider', reply });
const list = endpoint({
  method: 'GET',
  path: '/api/rides',
  summary: '',
  who: 'rider',
  reply: z.array(reply),
});
const readEither = endpoint({
  method: 'GET',
  path: '/api/rides/any',
  summary: '',
  who: 'rider',
  reply: z.union([reply, z.object({ offerId: z.string() })]),
});
const write = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/hours',
  summary: '',
  who: 'rider',
  body: z.object({ hours: z.number() }),
  reply,
});
const check = endpoint({ ...write, path: '/api/rides/:rideId/check', isIdempotent: true });
const remove = endpoint({
  method: 'DELETE',
  path: '/api/rides',
  summary: '',
  who: 'rider',
  query: z.object({ role: z.optional(z.string()) }),
  reply: null,
});

/** Serves the same response to every request. */
const serve = (status: number, body: string, headers: Record<string, string> = {}) =>
  serveApi((_req, res) => res.writeHead(status, headers).end(body));

const failureOf = (made: Promise<unknown>): Promise<ApiError> =>
  made.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error) => error,
  );

test('a successful response is parsed by its schema', async () => {
  await serve(200, '{"id":"r1","extra":true}');

  expect(await call(read, { rideId: 'r1' })).toEqual({ id: 'r1' });
});

test('a response of a wrong shape is rejected', async () => {
  await serve(200, '{"name":"r1"}');

  await expect(call(read, { rideId: 'r1' })).rejects.toThrow();
});

test('a response without a body returns undefined', async () => {
  await serve(204, '');

  expect(await call(remove)).toBeUndefined();
});

test('path parameters go into the path, the rest is sent as JSON with the idempotency key', async () => {
  const received: { req: IncomingMessage; body: string }[] = [];
  await serveApi(async (req, res) => {
    received.push({ req, body: await text(req) });
    res.end('{"id":"r1"}');
  });

  await call(write, { rideId: 'r 1', hours: 3 }, { idempotencyKey: 'k1' });

  expect(received).toHaveLength(1);
  expect(received[0]?.body).toBe('{"hours":3}');
  expect(received[0]?.req).toMatchObject({
    method: 'POST',
    url: '/api/rides/r%201/hours',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
    },
  });
});

test('the message of an API error is the status and the body', async () => {
  await serve(409, '{"message":"Taken","code":"RIDE_TAKEN"}');

  const error = await failureOf(call(write, { rideId: 'r1', hours: 3 }));

  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('409: {"message":"Taken","code":"RIDE_TAKEN"}');
  expect(error).toMatchObject({ status: 409, serverMessage: 'Taken', code: 'RIDE_TAKEN', issues: [] });
  expect(messageOf(error, 'Failed to accept ride')).toBe('Taken');
});

test('the message of an API error with an empty body is the status text', async () => {
  await serve(502, '');

  const error = await failureOf(call(read, { rideId: 'r1' }));

  expect(error.message).toBe('502: Bad Gateway');
  expect(messageOf(error, 'Failed to fetch ride details')).toBe('Failed to fetch ride details');
});

test('an HTML error page of a proxy is not used as a message for users', async () => {
  await serve(503, '<h1>Busy</h1>');

  const error = await failureOf(call(read, { rideId: 'r1' }));

  expect(error.message).toBe('503: <h1>Busy</h1>');
  expect(error.serverMessage).toBeNull();
});

test('an error carries the retry-after seconds and the field issues', async () => {
  const body = {
    message: 'Slow down',
    code: 'TOO_MANY_REQUESTS',
    issues: [{ path: 'email', message: 'No' }],
  };
  await serve(429, JSON.stringify(body), { 'retry-after': '30' });

  const error = await failureOf(call(write, { rideId: 'r1', hours: 3 }));

  expect(error.retryAfterSeconds).toBe(30);
  expect(error.issues).toEqual(body.issues);
});

test('a request without any response fails with status 0', async () => {
  await serveApi((req) => req.socket.destroy());

  const error = await failureOf(call(read, { rideId: 'r1' }));

  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('0: No answer');
});

/** Serves the API, with a fake clock that advances ten seconds as soon as a request arrives. */
async function passTime(listener: RequestListener) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await serveApi((req, res) => {
    listener(req, res);
    vi.advanceTimersByTime(10_000);
  });
}

test('a write without a response within ten seconds says that it may have worked', async () => {
  await passTime(() => {});

  const error = await failureOf(call(write, { rideId: 'r1', hours: 3 }));

  expect(error).toMatchObject({ status: 0, code: 'NO_ANSWER' });
  expect(messageOf(error, 'Failed')).toBe(
    'We got no answer. It may have worked: please check before you try again.',
  );
});

test('a timed-out call says that retrying is safe if it has an idempotency key or only reads', async () => {
  await passTime(() => {});

  const keyed = await failureOf(call(write, { rideId: 'r1', hours: 3 }, { idempotencyKey: 'k1' }));
  const reading = await failureOf(call(read, { rideId: 'r1' }));

  expect([messageOf(keyed, ''), messageOf(reading, '')]).toEqual([
    'We got no answer. It may have worked; trying again does not do it twice.',
    'We got no answer. Please try again.',
  ]);
});

test('a broken connection says that a write may have worked, unless it is repeatable or was sent offline', async () => {
  await serveApi((req) => req.socket.destroy());

  const broken = await failureOf(call(write, { rideId: 'r1', hours: 3 }));
  const keyed = await failureOf(call(write, { rideId: 'r1', hours: 3 }, { idempotencyKey: 'k1' }));
  const repeatable = await failureOf(call(check, { rideId: 'r1', hours: 3 }));
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const unsent = await failureOf(call(write, { rideId: 'r1', hours: 3 }));

  expect([broken, keyed, repeatable, unsent].map((error) => messageOf(error, 'Not done.'))).toEqual([
    'We got no answer. It may have worked: please check before you try again.',
    'Not done.',
    'Not done.',
    'Not done.',
  ]);
});

test('a response that stops halfway times out', async () => {
  await passTime((_req, res) => void res.write('{"id":'));

  expect((await failureOf(call(read, { rideId: 'r1' }))).code).toBe('NO_ANSWER');
});

test('an aborted call throws its AbortError instead of an API error', async () => {
  const controller = new AbortController();
  await serveApi(() => controller.abort());

  const error = await failureOf(call(read, { rideId: 'r1' }, { signal: controller.signal }));

  expect(error.name).toBe('AbortError');
  expect(error).not.toBeInstanceOf(ApiError);
});

test('query parameters are sent in the address', async () => {
  const addresses: (string | undefined)[] = [];
  await serveApi((req, res) => {
    addresses.push(req.url);
    res.writeHead(204).end();
  });

  await call(remove, { role: 'rider & driver' });

  expect(addresses).toEqual(['/api/rides?role=rider+%26+driver']);
});

test('without query parameters the address has no question mark', () => {
  expect(urlOf(remove, {})).toBe('/api/rides');
});

test('an unknown enum value passes unchanged, also in lists and unions', async () => {
  await serve(200, '[{"id":"r1","status":"en_route"},{"id":"r2","status":"accepted"}]');
  expect(await call(list)).toEqual([
    { id: 'r1', status: 'en_route' },
    { id: 'r2', status: 'accepted' },
  ]);

  await serve(200, '{"id":"r1","status":"en_route"}');
  expect(await call(readEither)).toEqual({ id: 'r1', status: 'en_route' });
});

test('a wrong shape is rejected even next to an unknown enum value', async () => {
  await serve(200, '[{"id":"r1","status":"en_route"},{"id":2}]');

  await expect(call(list)).rejects.toThrow();
});
