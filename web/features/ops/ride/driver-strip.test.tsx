// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StripHead } from './driver-strip.tsx';

const HOUR_MS = 3_600_000;

/** Returns the labels above the strips for a one-hour ride from `pickup`, with 2 h before and after it. */
function hoursAbove(pickup: string): string[] {
  const startMs = Date.parse(pickup);
  const wanted = { startMs, endMs: startMs + HOUR_MS };
  const shown = { startMs: startMs - 2 * HOUR_MS, endMs: startMs + 3 * HOUR_MS };
  const { container, unmount } = render(<StripHead wanted={wanted} shown={shown} />);
  const words = [...container.querySelectorAll('span > span')].map(({ textContent }) => textContent ?? '');
  unmount();
  return words;
}

test('an end of the time scale shows AM or PM where that differs from the pickup', () => {
  expect(hoursAbove('2026-11-20T18:15:00Z')).toEqual(['8:15', '10:15 AM', '1:15 PM']);
  expect(hoursAbove('2026-11-20T21:00:00Z')).toEqual(['11 AM', '1 PM', '4']);
  expect(hoursAbove('2026-11-21T01:00:00Z')).toEqual(['3', '5 PM', '8']);
  expect(hoursAbove('2026-11-21T06:00:00Z')).toEqual(['8', '10 PM', '1 AM']);
});
