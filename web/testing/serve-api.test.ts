import { expect, test, vi } from 'vitest';
import { recordServerDate, serverNow } from '#web/lib/server-clock.ts';
import { deferred } from './deferred.ts';
import { serveApi } from './serve-api.ts';

const held = deferred<Response>();
let reply: Response | null = null;

test('setup for the next test: a test ends with a pending reply and a changed server clock', async () => {
  vi.stubGlobal('fetch', () => held.promise);
  await serveApi(() => {});
  void fetch('/api/config').then((came) => {
    reply = came;
  });
  recordServerDate('Sat, 21 Nov 2020 00:12:00 GMT');
  expect(serverNow().getFullYear()).toBe(2020);
});

test('a test gets neither the pending reply nor the server clock of the previous test', async () => {
  held.resolve(new Response());
  await held.promise;
  await new Promise(setImmediate);

  expect(reply).toBeNull();
  expect(serverNow().getTime()).toBeCloseTo(Date.now(), -4);
});
