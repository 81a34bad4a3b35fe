import { expect, onTestFinished, test, vi } from 'vitest';
import { createEndedSessions } from './ended-sessions.ts';

function atInstants() {
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  return (instant: number) => void clock.mockReturnValue(instant);
}

test('a session may have ended if its end was received at the instant or later', () => {
  const at = atInstants();
  const ended = createEndedSessions(() => false);
  at(1_000);
  ended.record('one');

  expect(ended.mayHaveEnded('one', 1_001)).toBe(false);
  expect(ended.mayHaveEnded('one', 1_000)).toBe(true);
  expect(ended.mayHaveEnded('other', 0)).toBe(false);
});

test('any session may have ended while the node is unsubscribed, or was so meanwhile', () => {
  const at = atInstants();
  let isUnsubscribed = true;
  const ended = createEndedSessions(() => isUnsubscribed);
  expect(ended.mayHaveEnded('one', 2_000)).toBe(true);

  at(1_000);
  ended.recordGap();
  at(2_000);
  ended.recordGap();
  isUnsubscribed = false;

  expect([500, 1_500, 2_000, 2_001].map((since) => ended.mayHaveEnded('one', since))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('ends are remembered for a minute, counted from the last of a session', () => {
  const at = atInstants();
  const ended = createEndedSessions(() => false);
  at(0);
  ended.record('one');
  ended.record('two');
  at(30_000);
  ended.record('one');
  at(60_000);
  ended.record('three');

  expect(ended.mayHaveEnded('two', 0)).toBe(false);
  expect(ended.mayHaveEnded('one', 0)).toBe(true);
});
