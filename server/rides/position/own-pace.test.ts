import { expect, test } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import { ASSUMED_PACE, readOwnPace } from './own-pace.ts';

setUpTestDatabase();

const MINUTE_MS = 60_000;

/** Twenty rides between two hotels, each taking this many minutes. */
const driveTwenty = (minutes: number, by: AuditActor['role']) =>
  Promise.all(
    Array.from({ length: 20 }, () => {
      const completedAt = new Date();
      const begunAt = new Date(completedAt.getTime() - minutes * MINUTE_MS);
      const actor = { role: by, id: null, name: 'Sam Ortiz', address: null };
      return buildRide({
        status: 'completed',
        bookingType: 'point-to-point',
        hours: null,
        pickupLocation: 'Sahara Las Vegas',
        dropoffLocation: 'Bellagio Hotel & Casino',
        completedAt,
        history: [
          { change: 'in_progress', at: begunAt },
          { change: 'completed', at: completedAt, by: actor },
        ],
      });
    }),
  );

test('the pace is computed from rides that drivers completed, not from rides that staff completed', async () => {
  expect(await readOwnPace()).toEqual(ASSUMED_PACE);
  await driveTwenty(12, 'driver');
  const { quick, slow } = await readOwnPace();
  expect(quick).toBeCloseTo(slow, 0);

  await driveTwenty(40, 'dispatcher');

  expect((await readOwnPace()).slow).toBeCloseTo(slow, 0);
});
