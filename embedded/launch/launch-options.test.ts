import { expect, test } from 'vitest';
import { readOptions } from './launch-options.ts';

test('one server and one worker unless a cluster is asked for', () => {
  expect(readOptions(['--dev'])).toEqual({
    servers: [{ name: 'server', role: 'all' }],
    workers: ['worker'],
    hasBalancer: false,
    hasRedisCluster: false,
  });
});

test('a cluster has as many of each as asked for, each with a name', () => {
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

test('a Redis Cluster in place of one Redis only where it is asked for', () => {
  expect(readOptions(['--cluster', '--redis-cluster'])).toMatchObject({ hasRedisCluster: true });
});

test('a cluster by role has servers for the API and for sockets, and others only where asked for', () => {
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

test.each(['0', '1.5', 'many', '17'])('%s servers are refused', (count) => {
  expect(() => readOptions(['--cluster', '--servers', count])).toThrow('a number from 1 to 16');
});

test.each([
  ['requests', ['--sockets', '2']],
  ['sockets', ['--api', '2']],
])('a cluster where nobody takes %s is refused', (what, args) => {
  expect(() => readOptions(['--cluster', ...args])).toThrow(`Who takes ${what}?`);
});
