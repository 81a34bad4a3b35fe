import { expect, onTestFinished, test } from 'vitest';
import { startRedisCluster } from '../testing/start-redis-cluster.ts';
import { examineRedisCluster } from './examine-redis-cluster.ts';

async function findings(address: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { state, text } of examineRedisCluster({ address, isForQueues: false })) {
    found.push(`${state}: ${text}`);
  }
  return found;
}

test('each cluster master is examined; wrong settings, a missing replica, refused writes and a dead master are reported', async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.end());
  const master = await cluster.masterOf('some key');
  const replica = await cluster.replicaOf(master);
  const [, full] = cluster.nodes.filter((node) => node !== master && node !== replica);

  const well = await findings(cluster.url);
  expect(well.slice(0, 2)).toEqual([
    'well: Its 3 masters serve every key.',
    'well: Each master has a replica.',
  ]);
  expect(well.slice(2)).toHaveLength(3);
  expect(well.join('\n')).not.toMatch(/fault|warning/);

  for (const setting of ['cluster-require-full-coverage', 'cluster-allow-pubsubshard-when-down']) {
    await cluster.ask(master, 'CONFIG', 'SET', setting, 'yes');
    expect(await findings(cluster.url)).toContainEqual(
      expect.stringMatching(`^warning: At 127.0.0.1:${master.port}: With ${setting} yes it `),
    );
    await cluster.ask(master, 'CONFIG', 'SET', setting, 'no');
  }

  await replica.end('SIGKILL');
  await expect
    .poll(() => findings(cluster.url))
    .toContainEqual(expect.stringMatching(`^warning: No replica stands by for 127.0.0.1:${master.port}:`));

  await cluster.ask(master, 'CONFIG', 'SET', 'min-replicas-to-write', '1');
  await expect
    .poll(() => findings(cluster.url))
    .toContainEqual(
      expect.stringMatching(`^fault: At 127.0.0.1:${master.port}: It refuses writes: NOREPLICAS`),
    );

  await master.end('SIGKILL');
  await expect
    .poll(() => findings(full?.url ?? ''))
    .toContainEqual(expect.stringMatching(/^fault: Keys of \d{4} slots of 16384 are not served/));
});

test('examining an unreachable Redis cluster throws a connection error', async () => {
  await expect(findings('redis://127.0.0.1:1,redis://127.0.0.1:2')).rejects.toThrow('ECONNREFUSED');
});
