import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startRedis } from '../testing/start-redis.ts';
import { connectRedis, RedisWithTimeout } from './redis.ts';

test('a command that timed out on a hanging Redis is not repeated after reconnecting', async () => {
  const server = await startRedis();
  const client = connectRedis(server.url, { maxRetriesPerRequest: 1 }, RedisWithTimeout);
  onTestFinished(async () => {
    client.disconnect();
    await server.end('SIGKILL');
  });
  await once(client, 'ready');

  server.child.kill('SIGSTOP');
  await expect(client.rpush('some list', 'given up')).rejects.toThrow('Command timed out');
  client.disconnect(true);
  // The kernel accepts connections for a suspended process.
  await once(client, 'connect');
  server.child.kill('SIGCONT');
  await once(client, 'ready');

  // Executed once, because it had already been sent.
  expect(await client.llen('some list')).toBe(1);
});
