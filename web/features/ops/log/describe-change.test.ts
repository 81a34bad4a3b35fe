import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

test('changed fields are listed with their values before and after, and unchanged fields are left out', () => {
  const changes = describeChange({
    before: { role: 'dispatcher', state: 'active', hourlyRateCents: 13_500 },
    after: { role: 'admin', state: 'active', hourlyRateCents: 14_500 },
  });

  expect(changes).toEqual([
    { field: 'Role', before: 'dispatcher', after: 'admin' },
    { field: 'Hourly rate', before: '$135.00', after: '$145.00' },
  ]);
});

test('a created record has no values before, and a deleted one none after', () => {
  expect(describeChange({ before: null, after: { seats: 18 } })).toEqual([
    { field: 'Seats', before: null, after: '18' },
  ]);
  expect(describeChange({ before: { plate: 'NV 1' }, after: null })).toEqual([
    { field: 'Plate', before: 'NV 1', after: null },
  ]);
  expect(describeChange({ before: null, after: null })).toEqual([]);
});

test('an id is left out beside the name that it stands for, and so is a value that was never set', () => {
  expect(
    describeChange({
      before: { status: 'requested', driverId: null, driver: null },
      after: { status: 'accepted', driverId: 'a'.repeat(24), driver: 'Femi' },
    }),
  ).toEqual([
    { field: 'Status', before: 'requested', after: 'accepted' },
    { field: 'Driver', before: 'none', after: 'Femi' },
  ]);
  expect(
    describeChange({ before: null, after: { driverId: 'a', actualFareCents: null, awaitsReview: true } }),
  ).toEqual([{ field: 'Fare check', before: null, after: 'due' }]);
});

test('a list of ids is described by its length and by whether the ids differ', () => {
  const drivers = (before: string[], after: string[]) =>
    describeChange({ before: { driverIds: before }, after: { driverIds: after } });

  expect(drivers(['a'], ['a', 'b'])).toEqual([{ field: 'Drivers', before: '1', after: '2' }]);
  expect(drivers(['a'], ['b'])).toEqual([{ field: 'Drivers', before: '1', after: '1, different ones' }]);
  expect(drivers(['a'], ['a'])).toEqual([]);
});

test('an unknown device is described as new', () => {
  expect(describeChange({ before: null, after: { method: 'password', knownDevice: false } })).toEqual([
    { field: 'Method', before: null, after: 'password' },
    { field: 'Device', before: null, after: 'new' },
  ]);
});

test.each([
  ['wheelchairLift', true, 'yes'],
  ['note', '', 'none'],
  ['disabledAt', null, 'none'],
  ['rideType', 'hummer-18', 'Hummer 18'],
  ['alsoServes', ['lux-sedan', 'lux-suv'], 'Lux Sedan, Lux SUV'],
  ['alsoServes', [], 'none'],
  ['status', 'in_progress', 'in progress'],
  ['reason', 'Late twice; no-show.', 'Late twice; no-show.'],
  ['lastDay', '2026-11-21', '21 Nov 2026'],
  ['takesEffectAt', '2026-11-21T00:12:00.000Z', 'Fri 20 Nov 2026, 4:12 PM PST'],
  ['paper', { id: 'a', kind: 'licence', feeCents: 500 }, 'Kind: licence, Fee: $5.00'],
])('the field %s with the value %j is written as %s', (field, value, text) => {
  expect(describeChange({ before: { [field]: 'another' }, after: { [field]: value } })[0]?.after).toBe(text);
});
