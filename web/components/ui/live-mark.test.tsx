import { renderToStaticMarkup } from 'react-dom/server';
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

const render = (state: Connection, shownFrom: Date | null) =>
  renderToStaticMarkup(<LiveMark state={state} since={LOST} shownFrom={shownFrom} />);
const wordsOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** What screen readers are told when it changes. */
const spoken = (markup: string) =>
  /<p role="status".*?<\/p>/
    .exec(markup)?.[0]
    .replace(/<[^>]*>/g, '')
    .trim();

test('while live it says since when, and nothing of age', () => {
  expect(wordsOf(render('live', null))).toBe('Live since 4:12 PM PST');
});

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [150, '2 minutes ago'],
  [3_600, '1 hour ago'],
  [86_400, 'Fri 20 Nov'],
])('%i seconds after the connection was lost it was last updated %s', (seconds, age) => {
  vi.setSystemTime(LOST.getTime() + seconds * 1_000);

  const markup = render('reconnecting', LOST);

  expect(wordsOf(markup)).toContain(`Last updated ${age}`);
});

test('screen readers are told the time once, not every minute', () => {
  const first = spoken(render('reconnecting', LOST));
  vi.advanceTimersByTime(600_000);

  expect(first).toBe('Reconnecting… Last updated at 4:12 PM PST');
  expect(spoken(render('reconnecting', LOST))).toBe(first);
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it ticks as each minute since that instant is full, until it is ended', () => {
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
