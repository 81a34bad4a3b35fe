import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { env } from '../env.ts';
import { startRedis } from '../testing/start-redis.ts';
import { examineRedis } from './examine-redis.ts';

/** Starts a Redis with these settings and returns the findings that are not well. */
async function findingsWith(settings: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'marquee-redis-'));
  const server = await startRedis({ dir });
  const client = new Redis(server.url);
  onTestFinished(async () => {
    client.disconnect();
    await server.end('SIGKILL');
    rmSync(dir, { recursive: true });
  });
  for (const [name, value] of Object.entries(settings)) await client.config('SET', name, value);
  const found = [];
  for await (const finding of examineRedis({ url: server.url, isForQueues: true })) found.push(finding);
  return found.filter(({ state }) => state !== 'well').map(({ state, text }) => `${state}: ${text}`);
}

const KEEPS = { 'maxmemory-policy': 'noeviction' };

test('one that keeps everything is well', async () => {
  expect(await findingsWith(KEEPS)).toEqual([]);
});

test('one that throws jobs out when it is full is a fault', async () => {
  expect(await findingsWith({ ...KEEPS, 'maxmemory-policy': 'allkeys-lru' })).toEqual([
    'fault: When it is full it throws jobs out (maxmemory-policy allkeys-lru).',
  ]);
});

test('one that forgets at a restart, and is nearly full, works for now', async () => {
  const found = await findingsWith({ ...KEEPS, appendonly: 'no', maxmemory: '2mb' });

  expect(found.map((each) => each.split(':')[0])).toContain('warning');
  expect(found.join('\n')).toContain('append-only');
});

test('one that refuses writes is a fault, and says why', async () => {
  const found = await findingsWith({ ...KEEPS, 'min-replicas-to-write': '1' });

  expect(found).toEqual([expect.stringMatching(/^fault: It refuses writes: NOREPLICAS/)]);
});

test('one that takes nothing but our keys takes writes', async () => {
  const server = await startRedis();
  const client = new Redis(server.url);
  onTestFinished(async () => {
    client.disconnect();
    await server.end('SIGKILL');
  });
  await client.acl('SETUSER', 'default', 'resetkeys', `~${env.REDIS_PREFIX}*`);

  const found = [];
  for await (const finding of examineRedis({ url: server.url, isForQueues: false })) found.push(finding.text);

  expect(found).toContain('It takes writes.');
});

test('one that is not there is thrown, and waited for no longer', async () => {
  await expect(examineRedis({ url: 'redis://127.0.0.1:1', isForQueues: true }).next()).rejects.toThrow(
    'ECONNREFUSED',
  );
});
