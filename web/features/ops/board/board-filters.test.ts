import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rideStatusSchema } from '#common/rides/ride-states.ts';
import { VEHICLE_IDS } from '#common/vehicles/catalogue.ts';
import { NOW } from '#web/testing/build-ride.ts';
import { formatFilters, readFilters, toggleValue, writeFilters } from './board-filters.ts';

const someOf = (values: readonly string[]) =>
  fc.option(
    fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join(',')),
    { nil: undefined },
  );

test('filters written to a query string are read back unchanged, and its other parameters stay', () => {
  const filters = fc.record({
    status: someOf(rideStatusSchema.options),
    vehicle: someOf(VEHICLE_IDS),
    driver: someOf(['unassigned', 'd'.repeat(24)]),
    date: fc.constantFrom(undefined, '2026-11-25'),
    q: fc.constantFrom(undefined, 'Ángel + 702', 'O’Neil & sons'),
  });
  fc.assert(
    fc.property(filters, (given) => {
      const written = writeFilters(new URLSearchParams('ride=x&q=old'), given);
      const read = readFilters(new URLSearchParams(written.toString()));
      expect(read).toEqual(given);
      expect(written.get('ride')).toBe('x');
      expect(Object.values(read).every(Boolean)).toBe(true);
    }),
  );
});

test('invalid filter values in a query string are ignored', () => {
  expect(readFilters(new URLSearchParams('date=2026-02-31&status=!&vehicle=lux-suv'))).toEqual({
    vehicle: 'lux-suv',
  });
});

test('toggling a filter value adds it, and toggling it again removes it', () => {
  expect(toggleValue(undefined, 'a')).toBe('a');
  expect(toggleValue('a', 'b')).toBe('a,b');
  expect(toggleValue('a', 'a')).toBeUndefined();
});

test('filters are described in words', () => {
  const spoken = { nameOf: () => 'Sam Ortega', now: NOW };
  expect(formatFilters({ vehicle: 'hummer-18', date: '2026-11-25' }, spoken)).toBe(
    'Hummer 18 on Wed 25 Nov.',
  );
  expect(formatFilters({ date: '2026-11-25', q: 'cho' }, spoken)).toBe('On Wed 25 Nov “cho”.');
  expect(formatFilters({ driver: `unassigned,${'d'.repeat(24)}` }, spoken)).toBe('Unassigned or Sam Ortega.');
});
