import { expect, test } from 'vitest';
import type { SurgeEvent } from '#common/fares/surge-days-api.ts';
import { weeksOf } from './month-days.ts';
import { layOutWeek } from './surge-month.ts';

const event = (name: string, tier: SurgeEvent['tier'], firstDay: string, lastDay: string): SurgeEvent => ({
  id: name,
  name,
  tier,
  firstDay,
  lastDay,
  version: 1,
});

const RODEO = event('Rodeo', 'special-event', '2026-12-03', '2026-12-12');
const FIGHT = event('Fight', 'fight-night', '2026-12-05', '2026-12-05');

test('each day has its highest rate, and an event keeps its lane through the week', () => {
  const [week = []] = weeksOf('2026-12');
  const rides = [{ date: '2026-12-05', count: 6 }];

  const days = layOutWeek(week, { events: [FIGHT, RODEO], rides });

  expect(days.map(({ multiplier }) => multiplier)).toEqual([1.25, 1, 1, 1, 1.5, 1.5, 1.5]);
  expect(days.slice(3).map(({ lanes }) => lanes.map((each) => each?.name))).toEqual([
    [undefined, undefined],
    ['Rodeo', undefined],
    ['Rodeo', undefined],
    ['Rodeo', 'Fight'],
  ]);
  expect(days.at(-1)?.rides).toBe(6);
});

test('events that do not overlap share a lane', () => {
  const [week = []] = weeksOf('2026-12');
  const monday = event('Monday', 'fight-night', '2026-11-30', '2026-11-30');

  expect(layOutWeek(week, { events: [monday, FIGHT], rides: [] })[0]?.lanes).toHaveLength(1);
});
