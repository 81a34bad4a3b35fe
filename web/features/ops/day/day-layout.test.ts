import { expect, test } from 'vitest';
import type { Span } from '#common/rides/overlap.ts';
import { formatDuration } from '../format-duration.ts';
import { placeIn } from '../place-in-window.ts';
import { freeOf, layOutRow, outside } from './day-layout.ts';

const HOUR_MS = 3_600_000;
const span = (from: number, to: number): Span => ({ startMs: from * HOUR_MS, endMs: to * HOUR_MS });
const lanesOf = (...spans: Span[]) => layOutRow(spans).bars.map(({ lane }) => lane);
const hoursOf = ({ startMs, endMs }: Span) => [startMs / HOUR_MS, endMs / HOUR_MS];

test('consecutive rides share a lane, and overlapping rides use as few lanes as possible', () => {
  expect(lanesOf(span(14, 15), span(15, 16), span(17, 18))).toEqual([0, 0, 0]);
  expect(lanesOf(span(14, 17), span(15, 16), span(16, 18))).toEqual([0, 1, 1]);
  expect(lanesOf(span(14, 17), span(15, 18), span(16, 19))).toEqual([0, 1, 2]);
  expect(layOutRow([]).lanes).toBe(1);
});

test('a gap between two rides starts when the last of the earlier rides has ended', () => {
  const { gaps } = layOutRow([span(18, 19), span(14, 17), span(15, 16)]);

  expect(gaps.map(hoursOf)).toEqual([[17, 18]]);
  expect(gaps[0]?.minutes).toBe(60);
});

test('rides that end as the next one starts leave no gap and do not overlap', () => {
  const { gaps, overlaps } = layOutRow([span(14, 15), span(15, 16)]);

  expect({ gaps, overlaps }).toEqual({ gaps: [], overlaps: [] });
});

test('an overlap is the time during which both rides run, also when one lies within the other', () => {
  expect(layOutRow([span(17.5, 18.25), span(18, 21)]).overlaps).toEqual([
    { ...span(18, 18.25), minutes: 15 },
  ]);
  expect(layOutRow([span(14, 20), span(15, 16)]).overlaps.map(hoursOf)).toEqual([[15, 16]]);
  expect(layOutRow([span(14, 20), span(15, 17), span(16, 18)]).overlaps.map(hoursOf)).toEqual([[15, 18]]);
});

test('off-duty time is the part of the window that no duty hours cover', () => {
  const window = span(12, 24);

  expect(outside([span(10, 14), span(18, 20)], window).map(hoursOf)).toEqual([
    [14, 18],
    [20, 24],
  ]);
  expect(outside([span(0, 30)], window)).toEqual([]);
  expect(outside([], window).map(hoursOf)).toEqual([[12, 24]]);
  expect(outside([span(26, 28)], window).map(hoursOf)).toEqual([[12, 24]]);
});

test('off-duty time is not free, except that a short gap between two rides is always shown', () => {
  const freeHours = (gap: Span, ...offDuty: Span[]) =>
    layOutRow([span(gap.startMs / HOUR_MS - 1, gap.startMs / HOUR_MS), span(gap.endMs / HOUR_MS, 30)])
      .gaps.flatMap((each) => freeOf(each, offDuty))
      .map(hoursOf);

  expect(freeHours(span(10, 20))).toEqual([[10, 20]]);
  expect(freeHours(span(10, 20), span(0, 12), span(18.5, 30))).toEqual([[12, 18.5]]);
  expect(freeHours(span(10, 20), span(10.5, 17))).toEqual([[17, 20]]);
  expect(freeHours(span(10, 20), span(0, 30))).toEqual([]);
  expect(freeHours(span(10, 10.5), span(0, 30))).toEqual([[10, 10.5]]);
});

test('a ride is placed by its share of the window, clipped to it, and omitted outside it', () => {
  const window = span(12, 24);

  expect(placeIn(span(15, 18), window)).toEqual({ left: 25, width: 25 });
  expect(placeIn(span(9, 15), window)).toEqual({ left: 0, width: 25 });
  expect(placeIn(span(24, 25), window)).toBeNull();
});

test('a duration is written in hours and minutes', () => {
  expect([45, 60, 90, 125, 345].map(formatDuration)).toEqual(['45 min', '1 h', '1 h 30', '2 h 05', '5 h 45']);
});
