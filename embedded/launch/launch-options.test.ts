import { expect, test } from 'vitest';
import { readOptions } from './launch-options.ts';

test('one server and one worker unless a cluster is asked for', () => {
  expect(readOptions(['--dev'])).toEqual({ servers: ['server'], workers: ['worker'], hasBalancer: false });
});

test('a cluster has as many of each as asked for, each with a name', () => {
  expect(readOptions(['--cluster', '--servers', '2', '--workers', '1'])).toEqual({
    servers: ['server-1', 'server-2'],
    workers: ['worker-1'],
    hasBalancer: true,
  });
});

test.each(['0', '1.5', 'many', '17'])('%s servers are refused', (count) => {
  expect(() => readOptions(['--cluster', '--servers', count])).toThrow('a number from 1 to 16');
});
