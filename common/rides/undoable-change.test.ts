import { expect, test } from 'vitest';
import type { RecordedEntry } from './ride-fields.ts';
import type { RideChange } from './ride-states.ts';
import { undoableChange } from './undoable-change.ts';

const AT = '2026-11-21T00:12:00.000Z';
const DANA = { role: 'dispatcher', id: 'b'.repeat(24), name: 'Dana Reyes', address: null } as const;
const SAM = { role: 'driver', id: 'd'.repeat(24), name: 'Sam Ortega', address: null } as const;
const WORKER = { role: 'worker', id: null, name: 'Marquee', address: null } as const;

const line = (change: RideChange, by?: RecordedEntry['by'], more: Partial<RecordedEntry> = {}) => ({
  change,
  at: AT,
  version: 3,
  ...(by && { by }),
  ...more,
});
const PAID = line('paid', WORKER);

test.each<[string, RecordedEntry]>([
  ['assigned by staff', line('accepted', DANA)],
  ['reassigned by staff', line('reassigned', DANA)],
  ['unassigned by staff', line('unassigned', DANA)],
])('the change of a ride that was %s can be undone until somebody else changes the ride', (_, change) => {
  expect(undoableChange({ history: [PAID, change] })).toBe(change);
  expect(undoableChange({ history: [PAID, change, line('noted', WORKER)] })).toBe(change);
  expect(undoableChange({ history: [PAID, change, line('noted', DANA)] })).toBeNull();
  expect(undoableChange({ history: [PAID, change, line('en_route', SAM)] })).toBeNull();
});

test.each<[string, RecordedEntry[]]>([
  ['of a driver', [PAID, line('accepted', SAM)]],
  ['that is an undo', [PAID, line('accepted', DANA), line('unassigned', DANA, { isUndo: true })]],
  ['of another kind', [PAID, line('cancelled', DANA)]],
  ['from before names were recorded', [PAID, line('accepted')]],
  ['in an empty history', []],
])('no change %s can be undone', (_, history) => {
  expect(undoableChange({ history })).toBeNull();
});
