import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startNode } from './start-node.ts';
import { setUpTestDatabase } from './testing/set-up-test-database.ts';

setUpTestDatabase();

test('closing a node also closes a socket connection that never signed in and never answers', async () => {
  const node = await startNode({ port: 0, host: '127.0.0.1' });
  const asked = request(`http://127.0.0.1:${node.port}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      origin: `http://127.0.0.1:${node.port}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });
  const upgraded = once(asked, 'upgrade');
  asked.end();
  const [, socket] = await upgraded;
  const ended = once(socket.resume(), 'close');

  await node.close();

  await ended;
  expect(socket.destroyed).toBe(true);
});
