import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatch } from './fan-out.ts';

function collect() {
  const sent: [room: string, items: number[]][] = [];
  const add = createBatch<number>((room, items) => sent.push([room, items]));
  return { sent, add };
}

test('items of a room are collected until the current operation completes, then flushed together, in order', async () => {
  const { sent, add } = collect();
  for (const item of [1, 2, 3]) add('a', item);
  add('b', 4);
  expect(sent).toEqual([]);

  await setImmediate();

  expect(sent).toEqual([
    ['a', [1, 2, 3]],
    ['b', [4]],
  ]);
});

test('the next operation starts a new batch', async () => {
  const { sent, add } = collect();
  add('a', 1);
  await setImmediate();
  add('a', 2);
  await setImmediate();

  expect(sent).toEqual([
    ['a', [1]],
    ['a', [2]],
  ]);
});

test('items added during a flush are sent with the next one', async () => {
  const sent: number[][] = [];
  const add = createBatch<number>((room, items) => {
    sent.push(items);
    if (sent.length === 1) add(room, 2);
  });
  add('a', 1);
  await setImmediate();
  await setImmediate();

  expect(sent).toEqual([[1], [2]]);
});
