import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

test('what changed is told field by field, and what stayed is not', () => {
  const changes = describeChange({
    before: { role: 'dispatcher', state: 'active', hourlyRateCents: 13_500 },
    after: { role: 'admin', state: 'active', hourlyRateCents: 14_500 },
  });

  expect(changes).toEqual([
    { field: 'Role', before: 'dispatcher', after: 'admin' },
    { field: 'Hourly rate', before: '$135.00', after: '$145.00' },
  ]);
});

test('something new has no before, something gone no after', () => {
  expect(describeChange({ before: null, after: { seats: 18 } })).toEqual([
    { field: 'Seats', before: null, after: '18' },
  ]);
  expect(describeChange({ before: { plate: 'NV 1' }, after: null })).toEqual([
    { field: 'Plate', before: 'NV 1', after: null },
  ]);
  expect(describeChange({ before: null, after: null })).toEqual([]);
});

test.each([
  ['wheelchairLift', true, 'yes'],
  ['note', '', 'none'],
  ['disabledAt', null, 'none'],
  ['alsoServes', ['lux-sedan', 'lux-suv'], 'lux-sedan, lux-suv'],
  ['alsoServes', [], 'none'],
  ['takesEffectAt', '2026-11-21T00:12:00.000Z', 'Fri 20 Nov 2026, 4:12 PM PST'],
  ['paper', { kind: 'licence', feeCents: 500 }, 'Kind: licence, Fee: $5.00'],
])('%s %j reads %s', (field, value, text) => {
  expect(describeChange({ before: null, after: { [field]: value } })[0]?.after).toBe(text);
});
