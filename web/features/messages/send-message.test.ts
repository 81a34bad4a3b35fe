import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serveApi } from '#web/testing/serve-api.ts';
import { sendMessage } from './send-message.ts';

test('a message is sent with its idempotency key, and the message of the server is returned', async () => {
  const received: { req: IncomingMessage; body: string }[] = [];
  await serveApi(async (req, res) => {
    received.push({ req, body: await text(req) });
    res.end('{"message":"We have it."}');
  });

  expect(await sendMessage('lead', { kind: 'offers', email: 'ann@example.com' }, 'a-key-of-its-own')).toBe(
    'We have it.',
  );

  expect(received).toHaveLength(1);
  expect(received[0]?.body).toBe('{"kind":"offers","email":"ann@example.com"}');
  expect(received[0]?.req).toMatchObject({
    method: 'POST',
    url: '/api/leads',
    headers: { 'idempotency-key': 'a-key-of-its-own' },
  });
});

test('a reply without a message is a failure, not a success', async () => {
  await serveApi((_req, res) => res.end('{}'));

  await expect(
    sendMessage('lead', { kind: 'offers', email: 'ann@example.com' }, 'a-key-of-its-own'),
  ).rejects.toThrow();
});
