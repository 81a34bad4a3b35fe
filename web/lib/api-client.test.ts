import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { serveApi } from '../testing/serve-api.ts';
import { api } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { messageOf } from './message-of.ts';

const schema = z.object({ id: z.string() });

/** One answer to every request. */
const serve = (status: number, body: string, headers: Record<string, string> = {}) =>
  serveApi((_req, res) => res.writeHead(status, headers).end(body));

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error) => error,
  );

test('a successful answer is parsed by its schema', async () => {
  await serve(200, '{"id":"r1","extra":true}');

  expect(await api.get('/api/rides/r1', { schema })).toEqual({ id: 'r1' });
});

test('an answer of another shape is refused', async () => {
  await serve(200, '{"name":"r1"}');

  await expect(api.get('/api/rides/r1', { schema })).rejects.toThrow();
});

test('an answer without a body needs no schema', async () => {
  await serve(204, '');

  expect(await api.delete('/api/session')).toBeUndefined();
});

test('a body travels as JSON, with the headers asked for', async () => {
  const heard: { req: IncomingMessage; body: string }[] = [];
  await serveApi(async (req, res) => {
    heard.push({ req, body: await text(req) });
    res.end('{"id":"r1"}');
  });

  await api.post('/api/rides', { schema, body: { hours: 3 }, headers: { 'idempotency-key': 'k1' } });

  expect(heard).toHaveLength(1);
  expect(heard[0]?.body).toBe('{"hours":3}');
  expect(heard[0]?.req).toMatchObject({
    method: 'POST',
    url: '/api/rides',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
  });
});

test("a failure's message is the status and the body, as the specification has it", async () => {
  await serve(409, '{"message":"Taken","code":"RIDE_TAKEN"}');

  const error = await failureOf(api.patch('/api/rides/r1/status'));

  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('409: {"message":"Taken","code":"RIDE_TAKEN"}');
  expect(error).toMatchObject({ status: 409, serverMessage: 'Taken', code: 'RIDE_TAKEN', issues: [] });
  expect(messageOf(error, 'Failed to accept ride')).toBe('Taken');
});

test('a failure with an empty body carries the status text', async () => {
  await serve(502, '');

  const error = await failureOf(api.get('/api/config', { schema }));

  expect(error.message).toBe('502: Bad Gateway');
  expect(messageOf(error, 'Failed to fetch ride details')).toBe('Failed to fetch ride details');
});

test("what stands between us and the server may answer in HTML; people don't see it", async () => {
  await serve(503, '<h1>Busy</h1>');

  const error = await failureOf(api.get('/api/config', { schema }));

  expect(error.message).toBe('503: <h1>Busy</h1>');
  expect(error.serverMessage).toBeNull();
});

test('a limit says when to come back, and which fields were refused', async () => {
  const body = {
    message: 'Slow down',
    code: 'TOO_MANY_REQUESTS',
    issues: [{ path: 'email', message: 'No' }],
  };
  await serve(429, JSON.stringify(body), { 'retry-after': '30' });

  const error = await failureOf(api.post('/api/session'));

  expect(error.retryAfterSeconds).toBe(30);
  expect(error.issues).toEqual(body.issues);
});

test('no answer at all is a failure with status 0', async () => {
  await serveApi((req) => req.socket.destroy());

  const error = await failureOf(api.get('/api/config', { schema }));

  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toBe('0: The server could not be reached.');
});

test('a call that was called off throws its AbortError, which is no failure of ours', async () => {
  const controller = new AbortController();
  await serveApi(() => controller.abort());

  const error = await failureOf(api.get('/api/config', { schema, signal: controller.signal }));

  expect(error.name).toBe('AbortError');
});
