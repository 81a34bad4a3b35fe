import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, isPortFree } from './free-port.ts';

test('freePort returns each port only once, and the port can be listened on', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 1_000; count += 1) ports.push(await freePort());

  expect(new Set(ports).size).toBe(ports.length);
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  expect(await isPortFree(ports[0] ?? 0)).toBe(false);
  server.close();
});
