import { expect, test } from 'vitest';
import {
  buildAccepted,
  changesAt,
  inMinutes,
  kindsAbout,
  openAbout,
  setPickup,
  updateTwice,
} from '../../testing/alerted-ride.ts';
import { as } from '../../testing/as.ts';
import { buildAdmin } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';

setUpTestApp();

test('a driver who waits half an hour without starting the ride has an alert until it starts', async () => {
  const arrived = { enRouteAt: inMinutes(-70), arrivedAt: inMinutes(-45) };
  const [waiting, early] = [await buildAccepted(-31, arrived), await buildAccepted(-29, arrived)];
  await updateTwice();
  expect(await openAbout(early.ride)).toEqual([]);
  expect(await openAbout(waiting.ride)).toMatchObject([
    {
      kind: 'not-started',
      urgency: 'soon',
      text: expect.stringMatching(
        /^Tom has been waiting since .*, and has neither started it nor reported a no-show\.$/,
      ),
    },
  ]);

  const started = await as(waiting.driver).patch(`/api/rides/${waiting.ride.id}/status`, {
    status: 'in_progress',
  });
  expect(started.status, JSON.stringify(started.body)).toBe(200);

  expect(await openAbout(waiting.ride)).toEqual([]);
});

/** A ride started on time and not completed by its driver. */
async function buildStarted(minutesAhead: number, overrides: Partial<RideDoc> = {}) {
  const built = await buildAccepted(minutesAhead, {
    status: 'in_progress',
    hours: 2,
    history: changesAt(minutesAhead, 'requested', 'paid', 'accepted', 'in_progress'),
    ...overrides,
  });
  return { ...built, fareCents: built.ride.fare.fareCents };
}

test('a ride in progress an hour after its expected end has an alert until the driver or staff complete it', async () => {
  const [{ ride, fareCents }, { ride: other, driver }] = [await buildStarted(-179), await buildStarted(-181)];
  await updateTwice();
  expect(await openAbout(ride)).toEqual([]);
  expect(await openAbout(other)).toMatchObject([
    {
      kind: 'not-completed',
      urgency: 'soon',
      text: expect.stringMatching(/^It was due to end about .*, and Tom has not completed it\.$/),
    },
  ]);

  await setPickup(ride, -181);
  await RideModel.updateOne(
    { _id: ride.id },
    { history: changesAt(-181, 'requested', 'paid', 'in_progress') },
  );
  await updateTwice();
  expect(await kindsAbout(ride)).toEqual(['not-completed']);

  const body = { version: ride.version, finalFareCents: fareCents, reason: 'The driver’s phone died' };
  const byStaff = await as(await buildAdmin()).post(`/api/ops/rides/${ride.id}/complete`, body);
  expect(byStaff.status, JSON.stringify(byStaff.body)).toBe(200);
  const byDriver = await as(driver).patch(`/api/rides/${other.id}/complete`, { actualFare: '$200.00' });
  expect(byDriver.status, JSON.stringify(byDriver.body)).toBe(200);
  expect([...(await openAbout(ride)), ...(await openAbout(other))]).toEqual([]);
});

test('a late start, stops and an extension of the ride postpone its not-completed alert', async () => {
  const late = await buildStarted(-200, { history: changesAt(-150, 'requested', 'paid', 'in_progress') });
  const straight = await buildStarted(-106, { hours: null, stops: [] });
  const withStops = await buildStarted(-106, { hours: null, stops: ['Sphere', 'The STRAT'] });
  const extended = await buildStarted(-181);
  await updateTwice();
  expect(await openAbout(late.ride)).toEqual([]);
  expect(await kindsAbout(straight.ride)).toEqual(['not-completed']);
  expect(await openAbout(withStops.ride)).toEqual([]);
  expect(await kindsAbout(extended.ride)).toEqual(['not-completed']);

  await RideModel.updateOne({ _id: extended.ride.id }, { hours: 2.5 });
  await updateTwice();

  expect(await openAbout(extended.ride)).toEqual([]);
});
