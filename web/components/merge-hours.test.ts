import { expect, test } from 'vitest';
import type { WeeklyHours } from '#common/drivers/driver.ts';
import { mergeHours } from './merge-hours.ts';
import { type DraftHours, draftHours, hoursOf } from './weekly-hours-fields.tsx';

const MONDAY = { weekday: 1, from: '08:00', to: '16:00' };
const MONDAY_NIGHT = { weekday: 1, from: '20:00', to: '23:00' };
const TUESDAY = { weekday: 2, from: '08:00', to: '16:00' };
const FRIDAY = { weekday: 5, from: '16:00', to: '23:30' };

interface Case {
  before: WeeklyHours;
  /** Edits the rows as the user does in the form. */
  type: (hours: DraftHours[]) => DraftHours[];
  now: WeeklyHours;
}

function merge({ before, type, now }: Case) {
  const opened = before.map(draftHours);
  const { merged, lost } = mergeHours({ before: opened, typed: type(opened), now: now.map(draftHours) });
  return { merged: merged.map(hoursOf), lost };
}

const change = (index: number, part: Partial<WeeklyHours[number]>) => (hours: DraftHours[]) =>
  hours.map((each, at) => (at === index ? { ...each, ...part } : each));

test('changes by two people to different days are both kept', () => {
  const later = { ...FRIDAY, from: '18:00' };
  expect(
    merge({ before: [MONDAY, FRIDAY], type: change(0, { from: '06:00' }), now: [MONDAY, later] }),
  ).toEqual({ merged: [{ ...MONDAY, from: '06:00' }, later], lost: [] });
});

test('a day changed by both people keeps the stored hours and is reported as lost', () => {
  const earlier = { ...MONDAY, from: '07:00' };
  expect(
    merge({ before: [MONDAY, FRIDAY], type: change(0, { from: '06:00' }), now: [earlier, FRIDAY] }),
  ).toEqual({ merged: [earlier, FRIDAY], lost: ['hours on Monday'] });
  expect(merge({ before: [MONDAY], type: change(0, { from: '06:00' }), now: [] })).toEqual({
    merged: [],
    lost: ['hours on Monday'],
  });
  expect(merge({ before: [MONDAY], type: () => [], now: [earlier] })).toEqual({
    merged: [earlier],
    lost: ['hours on Monday'],
  });
});

test('moving hours to another day counts as a change of both days', () => {
  const later = { ...FRIDAY, from: '18:00' };
  const moved = change(0, { weekday: 5 });
  expect(merge({ before: [MONDAY], type: moved, now: [MONDAY, later] })).toEqual({
    merged: [later],
    lost: ['hours on Friday'],
  });
});

test('all hours of a day are merged as one field, regardless of order', () => {
  const before = [MONDAY, FRIDAY];
  const type = (hours: DraftHours[]) => [...hours, draftHours(MONDAY_NIGHT)];
  expect(merge({ before, type, now: [MONDAY_NIGHT, FRIDAY, MONDAY] })).toEqual({
    merged: [MONDAY_NIGHT, MONDAY, FRIDAY],
    lost: [],
  });
  expect(merge({ before, type, now: [{ ...MONDAY, to: '14:00' }, FRIDAY] })).toEqual({
    merged: [{ ...MONDAY, to: '14:00' }, FRIDAY],
    lost: ['hours on Monday'],
  });
});

test('typed rows keep their order when the stored hours of no day have changed', () => {
  const type = (hours: DraftHours[]) => [...hours, draftHours(MONDAY_NIGHT)];
  expect(merge({ before: [MONDAY, FRIDAY], type, now: [FRIDAY, MONDAY] })).toEqual({
    merged: [MONDAY, FRIDAY, MONDAY_NIGHT],
    lost: [],
  });
});

test('a day that only the other person added or removed is merged as stored', () => {
  expect(
    merge({ before: [MONDAY, FRIDAY], type: change(1, { from: '18:00' }), now: [FRIDAY, TUESDAY] }),
  ).toEqual({ merged: [{ ...FRIDAY, from: '18:00' }, TUESDAY], lost: [] });
});
