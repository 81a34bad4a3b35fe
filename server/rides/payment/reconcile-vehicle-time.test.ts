import { expect, test } from 'vitest';
import { addDays, dateInVegas } from '#common/time.ts';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { addReservation } from '../../capacity/reservations.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { reconcileVehicleTime } from './reconcile-vehicle-time.ts';

setUpTestApp();

const DATE = addDays(dateInVegas(new Date()), 30);

test('reconciling releases the vehicle time of a ride that was never written after a minute, but not before', async () => {
  const startMs = Date.parse(`${DATE}T19:00:00-08:00`);
  const span = { startMs, endMs: startMs + 3_600_000 };
  const idOf = (ageSeconds: number) =>
    `${Math.floor(Date.now() / 1_000 - ageSeconds).toString(16)}${'0'.repeat(16)}`;
  const booking = { city: 'las-vegas', rideType: 'lux-suv', span, vehicles: null } as const;
  const [overdue, recent] = [idOf(65), idOf(5)];
  for (const key of [overdue, recent]) expect(await addReservation({ ...booking, key })).toBe(true);

  await reconcileVehicleTime();

  const days = await CapacityDayModel.find({}).lean();
  expect(days.flatMap(({ places }) => places.map(({ rideId }) => rideId))).toEqual([recent]);
});
