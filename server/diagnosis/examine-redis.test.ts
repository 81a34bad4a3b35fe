import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { env } from '../env.ts';
import { startRedis } from '../testing/start-redis.ts';
import { examineRedis, versionFinding } from './examine-redis.ts';

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

test('a Redis that never evicts anything has no bad findings', async () => {
  expect(await findingsWith(KEEPS)).toEqual([]);
});

test('a Redis that evicts jobs when it is full is a fault', async () => {
  expect(await findingsWith({ ...KEEPS, 'maxmemory-policy': 'allkeys-lru' })).toEqual([
    'fault: When it is full it throws jobs out (maxmemory-policy allkeys-lru).',
  ]);
});

test('a nearly full Redis without an append-only file is a warning', async () => {
  const found = await findingsWith({ ...KEEPS, appendonly: 'no', maxmemory: '2mb' });

  expect(found.map((each) => each.split(':')[0])).toContain('warning');
  expect(found.join('\n')).toContain('append-only');
});

test('a Redis that refuses writes is a fault that states the reason', async () => {
  const found = await findingsWith({ ...KEEPS, 'min-replicas-to-write': '1' });

  expect(found).toEqual([expect.stringMatching(/^fault: It refuses writes: NOREPLICAS/)]);
});

test('a Redis that allows only keys with our prefix counts as taking writes', async () => {
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

test.each([
  ['5.0.14', false, 'fault'],
  ['6.0.16', false, 'warning'],
  ['6.2.0', false, 'well'],
  ['10.0.1', false, 'well'],
  ['6.2.7', true, 'fault'],
  ['7.0.0', true, 'well'],
])('Redis %s, in a cluster: %s, has the state %s', (version, isInCluster, state) => {
  expect(versionFinding(version, isInCluster).state).toBe(state);
});

test('examining an unreachable Redis throws a connection error', async () => {
  await expect(examineRedis({ url: 'redis://127.0.0.1:1', isForQueues: true }).next()).rejects.toThrow(
    'ECONNREFUSED',
  );
});
