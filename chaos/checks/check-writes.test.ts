import { expect, test } from 'vitest';
import { rideRecord } from '#server/testing/ride-record.ts';
import { bookedAs } from '../screen/booked-as.ts';
import type { AckedWrite } from '../screen/messages.ts';
import { checkDrivers, checkWrites } from './check-writes.ts';

const paid = () => rideRecord(['requested', 'paid']);
const client = (userId: string, ...ackedWrites: AckedWrite[]) => [{ userId, ackedWrites }];

test('a missing acknowledged booking and a ride booked twice are found', () => {
  const ride = paid();
  const booked: AckedWrite = { action: 'booked', rideId: ride.id, as: bookedAs(ride) };
  expect(checkWrites([ride], client('robin', booked))).toEqual([]);
  expect(checkWrites([], client('robin', booked))).toEqual([
    `ride ${ride.id} was acknowledged as booked, and is not`,
  ]);
  expect(checkWrites([ride, { ...paid(), id: 'again' }], client('robin', booked))).toEqual([
    'ride again was booked twice',
  ]);
});

test('a ride accepted twice, or by another driver than acknowledged, is found', () => {
  const twice = rideRecord(['requested', 'paid', 'accepted', 'accepted'], { driverId: 'sam' });
  expect(checkDrivers([twice], [])).toHaveLength(1);
  const ride = rideRecord(['requested', 'paid', 'accepted'], { driverId: 'sam' });
  expect(checkDrivers([ride], client('sam', { action: 'accepted', rideId: ride.id }))).toEqual([]);
  expect(checkDrivers([ride], client('dana', { action: 'accepted', rideId: ride.id }))).toHaveLength(1);
});
