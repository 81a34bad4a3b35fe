import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test.each([
  ['', [1, 2, 3], [1], true],
  ['--mutants', [], [], true],
  ['--seeds 4-6', [4, 5, 6], [], false],
  ['--seeds 7', [7], [], false],
  ['--redis-cluster 2-3', [], [2, 3], false],
  ['--seeds 1 --redis-cluster 2 --mutants', [1], [2], true],
])('%j selects seeds %j on one Redis and %j on a Redis Cluster', (args, one, cluster, hasMutants) => {
  const seeds = { 'one Redis': one, 'Redis Cluster': cluster };
  expect(readOptions(args.split(' ').filter(Boolean))).toEqual({ seeds, hasMutants });
});

test.each(['x', '3-1', '-2', '1-'])('%j is an invalid seed range', (range) => {
  for (const option of ['seeds', 'redis-cluster']) {
    expect(() => readOptions([`--${option}=${range}`])).toThrow(`invalid seed range: ${range}`);
  }
});
