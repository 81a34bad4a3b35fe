import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { freePort, isPortFree } from './free-port.ts';

const FREE_PORT = './free-port.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, randomInt: vi.fn(crypto.randomInt) };
});

test('freePort returns each port only once, and the port can be listened on', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 1_000; count += 1) ports.push(await freePort());

  expect(new Set(ports).size).toBe(ports.length);
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  expect(await isPortFree(ports[0] ?? 0)).toBe(false);
  server.close();
});

test('a port on which nothing listens yet is not returned to another process', async () => {
  const port = await freePort();
  // A module of its own, as another process has. Resetting all modules would break files that are run after
  // this one in the same process.
  const elsewhere: typeof import('./free-port.ts') = await import(`${FREE_PORT}?elsewhere`);
  expect(elsewhere.freePort).not.toBe(freePort);
  vi.mocked(randomInt).mockImplementationOnce(() => port);

  expect(await elsewhere.freePort()).not.toBe(port);
});
