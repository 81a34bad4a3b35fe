import { expect, test } from 'vitest';
import { toInstant } from '#common/time.ts';
import { buildDriverRide, buildOffer, NOW } from '#web/testing/build-ride.ts';
import { boardFor, fitsFreeTime, formatFreeTime, freeTimeOf } from './free-time.ts';

const at = (date: string, time: string): number => toInstant(date, time)?.getTime() ?? 0;
const between = (date: string, from: string, until: string) => ({
  fromMs: at(date, from),
  untilMs: at(date, until),
});

test('the board’s URL holds the free time, and an invalid or missing one reads as none', () => {
  const time = between('2026-11-21', '14:00', '20:45');

  expect(freeTimeOf(new URL(boardFor(time), 'https://marquee.example').searchParams)).toEqual(time);
  for (const search of [
    '',
    'from=today&until=tomorrow',
    'from=2026-11-21&until=2026-11-20',
    'from=2026-11-21',
  ])
    expect(freeTimeOf(new URLSearchParams(search))).toBeNull();
});

test('a request fits free time if it starts within it and leaves time to drive to the next ride', () => {
  const time = between('2026-11-20', '16:12', '19:15');
  const rides = [buildDriverRide({ scheduledDate: '2026-11-20', scheduledTime: '19:30' })];
  const fits = (scheduledTime: string) =>
    fitsFreeTime(buildOffer({ scheduledDate: '2026-11-20', scheduledTime }), time, rides);

  expect(['16:00', '16:12', '18:30', '18:31', '19:15', '23:00'].map(fits)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('free time is written with its day, and shortened when it starts or ends at midnight', () => {
  const format = (date: string, from: string, until: string) =>
    formatFreeTime(between(date, from, until), NOW);

  expect(format('2026-11-20', '16:12', '19:15')).toBe('Today, 4:12 PM to 7:15 PM');
  expect(format('2026-11-21', '00:00', '20:45')).toBe('Sat 21 Nov, before 8:45 PM');
  expect(formatFreeTime({ fromMs: at('2026-11-20', '20:15'), untilMs: at('2026-11-21', '00:00') }, NOW)).toBe(
    'Today, from 8:15 PM on',
  );
});
