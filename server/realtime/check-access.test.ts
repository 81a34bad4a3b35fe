import { expect, onTestFinished, test, vi } from 'vitest';
import { repeatAccessChecks } from './check-access.ts';

const CHECK_MS = 60_000;
const RETRY_MS = 1_000;

/** Creates a check whose runs the test ends. */
function heldCheck() {
  const runs: { pass: () => void; fail: () => void }[] = [];
  const check = () =>
    new Promise<void>((resolve, reject) => {
      runs.push({ pass: resolve, fail: () => reject(new Error('away')) });
    });
  return {
    check,
    runs,
    pass: (run: number) => runs[run - 1]?.pass(),
    fail: (run: number) => runs[run - 1]?.fail(),
  };
}

function repeat(...checks: (() => Promise<void>)[]) {
  vi.useFakeTimers();
  const access = repeatAccessChecks(checks);
  onTestFinished(() => {
    access.close();
    vi.useRealTimers();
  });
  return access;
}

/** Lets pending promises settle without advancing time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test('access checks requested while one is running are merged into a single one after it', async () => {
  const { check, runs, pass } = heldCheck();
  const access = repeat(check);

  for (let loss = 0; loss < 3; loss += 1) access.checkNow();
  await settle();
  expect(runs).toHaveLength(1);

  pass(1);
  await settle();
  expect(runs).toHaveLength(2);
  pass(2);
  await settle();
  expect(runs).toHaveLength(2);
});

test('an access check that fails repeatedly has one pending retry, and the usual interval follows its success', async () => {
  const { check, runs, pass, fail } = heldCheck();
  const access = repeat(check);
  access.checkNow();
  access.checkNow();
  fail(1);
  await settle();
  fail(2);
  await settle();
  expect(vi.getTimerCount()).toBe(1);

  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(runs).toHaveLength(3);
  pass(3);
  await vi.advanceTimersByTimeAsync(CHECK_MS - 1);
  expect(runs).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(4);
});

test('a failed access check is retried only after the other checks have finished', async () => {
  const [failing, slow] = [heldCheck(), heldCheck()];
  const access = repeat(failing.check, slow.check);
  access.checkNow();
  failing.fail(1);
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(slow.runs).toHaveLength(1);

  slow.pass(1);
  await vi.advanceTimersByTimeAsync(RETRY_MS);

  expect([failing.runs, slow.runs].map(({ length }) => length)).toEqual([2, 2]);
});

test('no access check runs after closing', async () => {
  const { check, runs, fail } = heldCheck();
  const access = repeat(check);
  access.checkNow();
  access.checkNow();

  access.close();
  fail(1);
  await vi.advanceTimersByTimeAsync(CHECK_MS);

  expect(runs).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
