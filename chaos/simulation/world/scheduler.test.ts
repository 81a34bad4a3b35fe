import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { currentTask, Scheduler } from './scheduler.ts';
import { createClock, createTimers } from './virtual-clock.ts';

const TIMES = 3;

/**
 * Runs two tasks that timers start at the same instant, with three requests each. Returns the order in which
 * their requests are performed, such as `aabbab`.
 */
async function orderOf(seed: number): Promise<string> {
  const clock = createClock(0);
  const scheduler = new Scheduler(clock, createRandom(seed));
  let order = '';
  for (const label of ['a', 'b']) {
    const ask = async () => {
      for (let time = 0; time < TIMES; time += 1) {
        await scheduler.request(true, () => {
          order += label;
        });
      }
    };
    clock.at(10, () => void scheduler.start({ label }, ask));
  }
  await scheduler.runUntil(10);
  return order;
}

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

test('tasks started at the same instant interleave at their requests, in an order set by the seed', async () => {
  const orders = await Promise.all(SEEDS.map(orderOf));

  for (const order of orders) expect(order.replaceAll('b', '')).toBe('aaa');
  const mixed = new Set(orders.filter((order) => !/^(a+b+|b+a+)$/.test(order)));
  expect(mixed.size).toBeGreaterThan(5);
  expect(await Promise.all(SEEDS.map(orderOf))).toEqual(orders);
});

test('virtual time advances only when nothing is left to do at the current instant', async () => {
  const clock = createClock(0);
  const scheduler = new Scheduler(clock, createRandom(1));
  const seen: string[] = [];
  const ask = (name: string) => () =>
    void scheduler.start({ label: name }, () =>
      scheduler.request(false, () => seen.push(`${name} at ${clock.now()}`)),
    );
  clock.at(20, ask('later'));
  clock.at(10, ask('first'));

  await scheduler.runUntil(15);
  expect(seen).toEqual(['first at 10']);
  await scheduler.runUntil(20);
  expect(seen).toEqual(['first at 10', 'later at 20']);
});

test('a process that dies at a write performs neither that write nor later ones', async () => {
  const clock = createClock(0);
  const scheduler = new Scheduler(clock, createRandom(1));
  const written: number[] = [];
  const write = async () => {
    for (const number of [1, 2, 3]) await scheduler.request(true, () => written.push(number));
  };
  const result = scheduler.start({ label: 'dies', death: { atWrite: 2, isAfter: false } }, write);

  await scheduler.runUntil(0);
  expect(await result).toEqual({ state: 'died' });
  expect(written).toEqual([1]);
});

test('what a process repeats ends when it dies', async () => {
  const clock = createClock(0);
  const scheduler = new Scheduler(clock, createRandom(1));
  const { setTimeout, setInterval } = createTimers(clock, currentTask);
  const written: string[] = [];
  const write = (text: string) => scheduler.request(true, () => written.push(`${text} at ${clock.now()}`));
  const renewAndWork = async () => {
    setInterval(() => void write('renewed'), 10);
    await new Promise<void>((resolve) => setTimeout(() => resolve(), 25));
    await write('worked');
  };
  const result = scheduler.start({ label: 'dies', death: { atWrite: 3, isAfter: false } }, renewAndWork);

  await scheduler.runUntil(100);
  expect(await result).toEqual({ state: 'died' });
  expect(written).toEqual(['renewed at 10', 'renewed at 20']);
  expect(clock.nextAt()).toBeNull();
});
