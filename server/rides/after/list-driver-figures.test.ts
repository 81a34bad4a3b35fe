import { expect, test, vi } from 'vitest';
import { listDriverFigures } from '#common/rides/rating-api.ts';
import { spanOfWeek, weekAt } from '#common/statements/week.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

async function figures(query = '') {
  const { body } = await as(await buildDispatcher()).get(`/api/ops/driver-figures${query}`);
  return listDriverFigures.reply.parse(body);
}

const MONDAY_MS = spanOfWeek(weekAt(new Date())).from.getTime();

async function complete(driverId: string, stars: readonly (number | null)[], completedMs: number) {
  for (const [index, each] of stars.entries()) {
    await buildRide({
      status: 'completed',
      driverId,
      completedAt: new Date(completedMs + index),
      ...(each !== null && { rating: { stars: each, text: null, at: new Date() } }),
    });
  }
}

test('staff read each driver’s rating, from five on, and the rides completed since Monday, by page', async () => {
  await DriverModel.deleteMany({});
  const [sam, ray, new_] = [await buildDriver(), await buildDriver(), await buildDriver()];
  await complete(sam.id, [5, 5, 4, 4], MONDAY_MS - 10);
  await complete(sam.id, [4, null], MONDAY_MS);
  await complete(ray.id, [1, 1, 1, 1], MONDAY_MS);
  await buildRide({ status: 'accepted', driverId: ray.id });

  const first = await figures('?limit=2');

  expect(first.figures).toEqual([
    { driverId: sam.id, rating: 4.4, completedThisWeek: 2 },
    { driverId: ray.id, rating: null, completedThisWeek: 4 },
  ]);
  expect(await figures(`?after=${first.next}`)).toEqual({
    figures: [{ driverId: new_.id, rating: null, completedThisWeek: 0 }],
    next: null,
  });
});

test('consoles that load the figures within a minute read the ratings once', async () => {
  const driver = await buildDriver();
  await complete(driver.id, [5, 5, 5, 5, 5], MONDAY_MS);
  const seen = await figures();
  const find = vi.spyOn(RideModel, 'find');

  expect(await figures()).toEqual(seen);
  expect(find).not.toHaveBeenCalled();
});
