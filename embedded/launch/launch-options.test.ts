import { expect, test } from 'vitest';
import { readOptions } from './launch-options.ts';

test('without --cluster there is one server and one worker', () => {
  expect(readOptions(['--dev'])).toEqual({
    servers: [{ name: 'server', role: 'all' }],
    workers: ['worker'],
    hasBalancer: false,
    hasRedisCluster: false,
  });
});

test('a cluster has the requested numbers of servers and workers, each with a name', () => {
  expect(readOptions(['--cluster', '--servers', '2', '--workers', '1'])).toEqual({
    servers: [
      { name: 'server-1', role: 'all' },
      { name: 'server-2', role: 'all' },
    ],
    workers: ['worker-1'],
    hasBalancer: true,
    hasRedisCluster: false,
  });
});

test('--workers 0 starts no worker', () => {
  expect(readOptions(['--workers', '0'])).toMatchObject({ servers: [{ name: 'server' }], workers: [] });
  expect(readOptions(['--cluster', '--workers', '0'])).toMatchObject({ workers: [] });
});

test.each(['', '-1', '0.5', 'many', '2'])('without --cluster, a worker count of “%s” is refused', (count) => {
  expect(() => readOptions([`--workers=${count}`])).toThrow('--workers is a number from 0 to 1');
});

test('--redis-cluster selects a Redis Cluster', () => {
  expect(readOptions(['--cluster', '--redis-cluster'])).toMatchObject({ hasRedisCluster: true });
});

test('a cluster by role has API and socket servers, and general servers only if requested', () => {
  const namesOf = (...args: string[]) => readOptions(['--cluster', ...args]).servers.map(({ name }) => name);

  expect(readOptions(['--cluster', '--api', '2', '--sockets', '1'])).toEqual({
    servers: [
      { name: 'api-1', role: 'api' },
      { name: 'api-2', role: 'api' },
      { name: 'sockets-1', role: 'sockets' },
    ],
    workers: ['worker-1', 'worker-2'],
    hasBalancer: true,
    hasRedisCluster: false,
  });
  expect(namesOf('--servers', '1', '--sockets', '1')).toEqual(['server-1', 'sockets-1']);
  expect(namesOf()).toEqual(['server-1', 'server-2', 'server-3']);
});

test.each(['0', '1.5', 'many', '17'])('a server count of %s is refused', (count) => {
  expect(() => readOptions(['--cluster', '--servers', count])).toThrow('a number from 1 to 16');
});

test.each([
  ['requests', ['--sockets', '2']],
  ['sockets', ['--api', '2']],
])('a cluster without a server that takes %s is refused', (what, args) => {
  expect(() => readOptions(['--cluster', ...args])).toThrow(`Who takes ${what}?`);
});
