import { expect, test } from 'vitest';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { buildStaffRide, DRIVER_ID, NOW } from '#web/testing/build-ride.ts';
import { historyLines } from './history-lines.ts';

const actor = (role: 'rider' | 'driver' | 'dispatcher' | 'worker', name: string) => ({
  role,
  id: null,
  name,
  address: role === 'worker' ? null : '203.0.113.7',
});
const sam = { driverId: DRIVER_ID, name: 'Sam Ortega', vehicleId: null, vehicle: null };
const ray = { ...sam, name: 'Ray Donnelly' };
const dana = actor('dispatcher', 'Dana Reyes');

const lines = (...entries: Omit<RecordedEntry, 'at' | 'version'>[]) =>
  historyLines(
    buildStaffRide({
      history: entries.map((entry, index) => ({
        at: new Date(NOW.getTime() - (entries.length - index) * 60_000).toISOString(),
        version: index + 1,
        ...entry,
      })),
    }),
    NOW,
  );
const words = (entry: Omit<RecordedEntry, 'at' | 'version'>) => {
  const [line] = lines(entry);
  return [line?.role, line?.name, line?.act].filter(Boolean).join(' ');
};

test('every history line says who did what, in which role, and why', () => {
  expect(words({ change: 'requested', by: actor('rider', 'Hannah Cho') })).toBe(
    'Rider Hannah Cho requested it',
  );
  expect(words({ change: 'paid', by: actor('worker', 'confirm-payment') })).toBe('Worker took the payment');
  expect(words({ change: 'accepted', by: actor('driver', 'Sam Ortega'), note: 'overlap' })).toBe(
    'Driver Sam Ortega accepted, despite an overlap',
  );
  expect(words({ change: 'accepted', by: dana, assigned: ray })).toBe(
    'Dispatcher Dana Reyes assigned Ray Donnelly',
  );
  expect(words({ change: 'reassigned', by: dana, assigned: ray, former: sam })).toBe(
    'Dispatcher Dana Reyes gave it to Ray Donnelly instead of Sam Ortega',
  );
  expect(words({ change: 'unassigned', by: dana, former: sam })).toBe(
    'Dispatcher Dana Reyes unassigned Sam Ortega',
  );
  expect(words({ change: 'unassigned', by: actor('driver', 'Sam Ortega') })).toBe(
    'Driver Sam Ortega gave it back',
  );
  expect(words({ change: 'unassigned', by: dana, former: ray, isUndo: true })).toBe(
    'Dispatcher Dana Reyes undid that',
  );
  expect(words({ change: 'requested' })).toBe('requested it');
});

test('a booking on account says so, because nothing was paid', () => {
  const ride = buildStaffRide({
    paymentStatus: 'on_account',
    history: [{ change: 'paid', by: dana, at: NOW.toISOString(), version: 2 }],
  });

  expect(historyLines(ride, NOW)[0]?.act).toBe('put it on account');
});

test('a ride that was given back is marked as a problem until a driver has it', () => {
  const given = { change: 'unassigned', by: actor('driver', 'Sam'), text: 'I end in Summerlin.' } as const;

  const [, open] = lines({ change: 'requested' }, given);

  expect(open).toMatchObject({ isProblem: true, text: 'I end in Summerlin.', address: '203.0.113.7' });
  const ride = buildStaffRide({
    status: 'accepted',
    history: [{ ...given, at: NOW.toISOString(), version: 1 }],
  });
  expect(historyLines(ride, NOW)[0]?.isProblem).toBe(false);
});

test('history lines show the day only where it changes', () => {
  const ride = buildStaffRide({
    history: [
      { change: 'requested', at: '2026-11-20T05:14:00.000Z', version: 1 },
      { change: 'paid', at: '2026-11-20T05:15:00.000Z', version: 2 },
      { change: 'noted', at: '2026-11-20T22:05:00.000Z', version: 3 },
    ],
  });

  expect(historyLines(ride, NOW).map(({ day, time }) => [day, time])).toEqual([
    ['Thu 19 Nov', '9:14 PM'],
    [null, '9:15 PM'],
    ['Today', '2:05 PM'],
  ]);
});
