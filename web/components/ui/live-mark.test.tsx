// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '#web/lib/connection-store.ts';
import { eachMinuteAfter, LiveMark } from './live-mark.tsx';

/** 4:12 PM in Las Vegas. */
const LOST = new Date('2026-11-21T00:12:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: LOST });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (state: Connection, shownFrom: Date | null) =>
  render(<LiveMark state={state} since={LOST} shownFrom={shownFrom} />);

test('a live mark shows since when the connection is live, and no age', () => {
  show('live', null);
  expect(screen.getByRole('status')).toHaveTextContent(/^Live since 4:12 PM PST$/);
  expect(screen.queryByText(/Last updated/)).toBeNull();
});

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [150, '2 minutes ago'],
  [3_600, '1 hour ago'],
  [86_400, 'Fri 20 Nov'],
])('%i seconds after the connection was lost, the mark says that it was last updated %s', (seconds, age) => {
  vi.setSystemTime(LOST.getTime() + seconds * 1_000);
  show('reconnecting', LOST);

  expect(screen.getByText(`Last updated ${age}`)).toBeVisible();
});

test('screen readers get the time of the last update once, while the visible age grows', () => {
  show('reconnecting', LOST);
  expect(screen.getByRole('status')).toHaveTextContent(/^Reconnecting… Last updated at 4:12 PM PST$/);

  act(() => vi.advanceTimersByTime(600_000));
  expect(screen.getByRole('status')).toHaveTextContent(/^Reconnecting… Last updated at 4:12 PM PST$/);
  expect(screen.getByText('Last updated 10 minutes ago')).toHaveAttribute('aria-hidden', 'true');
});

test('eachMinuteAfter ticks at each full minute after the given instant until it is ended', () => {
  const tick = vi.fn();
  const end = eachMinuteAfter(new Date(Date.now() - 45_000), tick);

  vi.advanceTimersByTime(14_999);
  expect(tick).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(tick).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  expect(tick).toHaveBeenCalledTimes(3);

  end();
  vi.advanceTimersByTime(600_000);
  expect(tick).toHaveBeenCalledTimes(3);
});
