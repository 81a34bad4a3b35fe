import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#common/endpoint.ts';
import { logger } from '../infra/logger.ts';
import { createApiRoutes } from './api-routes.ts';
import { createCallTable } from './call-table.ts';
import { errorHandler } from './error-handler.ts';

const reply = z.object({ isDone: z.boolean() });
const read = endpoint({ method: 'GET', path: '/api/slow', summary: '', who: 'anybody', reply });
const write = endpoint({
  method: 'POST',
  path: '/api/slow',
  summary: '',
  who: 'anybody',
  reply,
  takesIdempotencyKey: true,
});

/** Serves both calls; their work ends with the promise. */
async function serve(work: Promise<z.output<typeof reply>>): Promise<string> {
  const routes = createApiRoutes({ deadlineMs: 50 });
  routes.handle(read, () => work);
  routes.handle(write, () => work);
  const { match, answer } = createCallTable(routes.calls);
  const app = express().use(match, answer, errorHandler);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${Object(server.address()).port}/api/slow`;
}

async function ask(url: string, init?: RequestInit) {
  const response = await fetch(url, init);
  return { status: response.status, body: await response.json() };
}

/** Creates a promise that the test settles. */
function deferred<Value>() {
  let [resolve, reject] = [(_value: Value) => {}, (_error: Error) => {}];
  const promise = new Promise<Value>((onDone, onFailed) => {
    [resolve, reject] = [onDone, onFailed];
  });
  return { promise, resolve, reject };
}

test('a call that exceeds its time limit is answered 504 with advice that depends on whether a retry is safe', async () => {
  const warn = vi.spyOn(logger, 'warn');
  const { promise: work, resolve } = deferred<z.output<typeof reply>>();
  const url = await serve(work);

  const replies = [
    await ask(url),
    await ask(url, { method: 'POST' }),
    await ask(url, { method: 'POST', headers: { 'idempotency-key': 'asked-once-before' } }),
  ];

  expect(replies).toEqual(
    [
      'We got no answer. Please try again.',
      'We got no answer. It may have worked: please check before you try again.',
      'We got no answer. It may have worked; trying again does not do it twice.',
    ].map((message) => ({ status: 504, body: { code: 'TIMED_OUT', message } })),
  );
  expect(warn.mock.calls.map(([, text]) => text)).toEqual(
    Array(3).fill('request answered before its work was done'),
  );
  resolve({ isDone: true });
  expect(await ask(url)).toEqual({ status: 200, body: { isDone: true } });
});

test('work that fails after its call was answered 504 causes no unhandled rejection or extra log entry', async () => {
  const { promise: work, reject } = deferred<never>();
  const url = await serve(work);
  expect((await ask(url)).status).toBe(504);

  reject(new Error('too late'));

  expect((await ask(url)).status).toBe(500);
  expect(logger.error).toHaveBeenCalledOnce();
  vi.mocked(logger.error).mockClear();
});
