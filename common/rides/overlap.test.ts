import { expect, test } from 'vitest';
import { formatOverlapReason, overlaps, plannedSpan } from './overlap.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00-08:00`);
const WYNN = { pickupLocation: 'Wynn, 3131 S Las Vegas Blvd', dropoffLocation: 'LAS, Terminal 3' };

test('an hourly ride is planned to last its hours, and any other ride 45 minutes', () => {
  expect(plannedSpan(at('18:00'), { hours: 1.5 }).endMs).toBe(at('19:30').getTime());
  expect(plannedSpan(at('18:00'), { hours: null }).endMs).toBe(at('18:45').getTime());
});

test('each stop extends a point-to-point ride by its free waiting time, but not an hourly ride', () => {
  const stops = ['Sphere', 'Wynn'];
  expect(plannedSpan(at('18:00'), { hours: null, stops }).endMs).toBe(at('19:15').getTime());
  expect(plannedSpan(at('18:00'), { hours: 1.5, stops }).endMs).toBe(at('19:30').getTime());
});

test.each([
  ['18:45', '19:30', true],
  ['18:30', '19:30', false],
  ['20:29', '19:30', true],
  ['20:30', '19:30', false],
])('rides at %s and %s: overlap is %s, in either order', (one, other, isOverlap) => {
  const [first, second] = [one, other].map((time) => plannedSpan(at(time), { hours: null }));
  if (!first || !second) throw new Error('two rides');

  expect([overlaps(first, second), overlaps(second, first)]).toEqual([isOverlap, isOverlap]);
});

test('an overlap is described from the perspective of the wanted ride', () => {
  const wanted = plannedSpan(at('18:45'), { hours: 3 });
  const later = { ...WYNN, ...plannedSpan(at('19:30'), { hours: null }) };
  const earlier = { ...WYNN, ...plannedSpan(at('18:15'), { hours: null }) };

  expect(formatOverlapReason(wanted, later)).toMatch(
    /^You would have to leave for Wynn at 7:15.PM, in the middle of this ride\.$/,
  );
  expect(formatOverlapReason(wanted, earlier)).toMatch(
    /^Wynn to LAS takes until 7:00.PM, too late for this pickup\.$/,
  );
});
