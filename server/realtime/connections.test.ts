import { setTimeout } from 'node:timers/promises';
import type { Socket as Connection } from 'engine.io';
import { expect, test } from 'vitest';
import { drainInBatches } from './connections.ts';

function connections(count: number) {
  const closedAt: number[] = [];
  const close = () => closedAt.push(performance.now());
  const connection = { close, transport: {} } as unknown as Connection;
  return { closedAt, all: Array.from({ length: count }, () => connection) };
}

test('up to 100 connections are closed at once', async () => {
  const { closedAt, all } = connections(100);
  const closing = drainInBatches(all);

  expect(closedAt.length).toBe(100);
  await closing;
});

test('more are closed in batches with a pause between', async () => {
  const { closedAt, all } = connections(250);
  const closing = drainInBatches(all);

  expect(closedAt.length).toBe(100);
  await Promise.race([closing, setTimeout(5_000)]);
  expect(closedAt.length).toBe(250);
  const [first = 0, second = 0, third = 0] = [closedAt[99], closedAt[100], closedAt[200]];
  expect(second - first).toBeGreaterThan(90);
  expect(third - second).toBeGreaterThan(90);
});
