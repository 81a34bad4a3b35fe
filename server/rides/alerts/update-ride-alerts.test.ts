import { expect, test } from 'vitest';
import { AlertModel } from '../../alerts/alert-model.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { EMAIL_TEMPLATES } from '../../email-templates.ts';
import { MailModel } from '../../mail/mail-model.ts';
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
import { buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver } from '../../testing/build-user.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { expireUnacceptedRide } from '../cancel/expire-unaccepted-ride.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { type RideDoc, RideModel, type RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';
import { formatAlertedRide } from './ride-alerts.ts';
import { updateAllRideAlerts } from './update-ride-alerts.ts';

setUpTestApp();

/** A ride paid an hour ago that has no driver. */
const buildOffer = (minutesAhead: number, overrides: Partial<RideDoc> = {}): Promise<RideRecord> =>
  buildRide({
    scheduledAt: inMinutes(minutesAhead),
    history: changesAt(-60, 'requested', 'paid'),
    ...overrides,
  });

const nameAt = (minutes: number): string =>
  formatAlertedRide({ customerName: 'Robin Rider', scheduledAt: inMinutes(minutes).toISOString() });

test('an unaccepted ride has one alert, which gets more urgent towards the pickup and closes on acceptance', async () => {
  const ride = await buildOffer(25 * 60);
  await updateTwice();
  expect(await openAbout(ride)).toEqual([]);

  const steps = [
    [23 * 60, 'unassigned', 'later', 'No driver yet; the pickup is within 24 hours.'],
    [3 * 60, 'unassigned', 'soon', 'No driver yet; the pickup is within 4 hours.'],
    [50, 'unaccepted', 'now', 'No driver yet; the pickup is within the hour.'],
  ] as const;
  for (const [index, [minutes, kind, urgency, words]] of steps.entries()) {
    await setPickup(ride, minutes);
    await updateTwice();
    await updateAllRideAlerts();
    const open = await openAbout(ride);
    expect(open).toMatchObject([{ kind, urgency, version: index + 1 }]);
    expect(open[0]?.text).toBe(words);
  }
  const driver = await buildDriver();
  await setPickup(ride, 90);
  await acceptRide(ride.id, driver.id);
  expect(await openAbout(ride)).toEqual([]);
  expect(await AlertModel.countDocuments({ 'subject.id': ride.id })).toBe(1);
});

test('a ride just paid for raises no alert; a ride that comes back from a driver raises one at once', async () => {
  const fresh = await buildRide({ scheduledAt: inMinutes(50) });
  await updateAllRideAlerts();
  expect(await openAbout(fresh)).toEqual([]);

  await transitionRide({
    rideId: fresh.id,
    change: 'accepted',
    by: WORKER,
    guard: {},
    patch: { status: 'accepted', driverId: (await buildDriver()).id },
  });
  await transitionRide({
    rideId: fresh.id,
    change: 'requested',
    by: WORKER,
    guard: {},
    patch: { status: 'requested', driverId: null },
  });
  expect(await kindsAbout(fresh)).toEqual(['unaccepted']);
});

test('cancelling a ride that no driver accepted closes its alert', async () => {
  const ride = await buildOffer(-31);
  await updateTwice();
  expect(await kindsAbout(ride)).toEqual(['unaccepted']);

  await expireUnacceptedRide(ride.id);

  expect(await openAbout(ride)).toEqual([]);
});

test('an unaccepted ride within an hour of its pickup is emailed to operations once, with a link to the ride', async () => {
  const ride = await buildOffer(55);
  await updateTwice();
  await updateAllRideAlerts();

  const [alert] = await openAbout(ride);
  expect(await MailModel.find({ aboutId: alert?.id }).lean()).toMatchObject([{ template: 'alert-notice' }]);
  const { subject, parts } = await EMAIL_TEMPLATES['alert-notice'].compose(alert?.id ?? '');
  expect(subject).toMatch(/^Not accepted: Robin Rider, /);
  expect(JSON.stringify(parts)).toContain(`/ops?ride=${ride.id}`);
});

test('an alert email that is still owed after a crash is written once by the next run', async () => {
  const ride = await buildOffer(55);
  await updateAllRideAlerts();
  const [alert] = await openAbout(ride);
  await MailModel.deleteMany({ aboutId: alert?.id });
  await AlertModel.updateOne({ _id: alert?.id }, { mailOwed: true });

  await updateTwice();

  expect(await MailModel.countDocuments({ aboutId: alert?.id })).toBe(1);
});

/** Presses the driver's button. */
const reach = async (driver: UserRecord, ride: RideRecord, status: string) => {
  const reply = await as(driver).patch(`/api/rides/${ride.id}/status`, { status, driverId: driver.id });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
};

test('a driver who has not set off has one alert, which turns urgent at the pickup time and closes on arrival', async () => {
  const { driver, ride } = await buildAccepted(31);
  await updateTwice();
  expect(await openAbout(ride)).toEqual([]);

  await setPickup(ride, 29);
  await updateTwice();
  expect(await openAbout(ride)).toMatchObject([
    {
      kind: 'not-on-the-way',
      urgency: 'soon',
      version: 1,
      text: 'Tom has not set off; the pickup is within half an hour.',
    },
  ]);
  await setPickup(ride, -1);
  await updateTwice();
  await updateAllRideAlerts();
  expect(await openAbout(ride)).toMatchObject([
    { kind: 'driver-late', urgency: 'now', version: 2, text: expect.stringMatching(/^Tom has not arrived/) },
  ]);
  expect(await AlertModel.countDocuments({ 'subject.id': ride.id })).toBe(1);

  await reach(driver, ride, 'en_route');
  expect(await kindsAbout(ride)).toEqual(['driver-late']);
  await reach(driver, ride, 'arrived');
  expect(await openAbout(ride)).toEqual([]);
});

test('an alert that is raised or whose ride was moved names the present pickup time', async () => {
  const ride = await buildOffer(23 * 60);
  await updateTwice();
  const [first] = await openAbout(ride);

  await setPickup(ride, 22 * 60);
  await updateTwice();
  const [moved] = await openAbout(ride);
  await setPickup(ride, 50);
  await updateTwice();
  const [raised] = await openAbout(ride);

  expect(moved).toMatchObject({ id: first?.id, kind: 'unassigned', urgency: 'later', version: 2 });
  expect(raised).toMatchObject({ id: first?.id, kind: 'unaccepted', version: 3 });
  const names = [first, moved, raised].map((alert) => alert?.subject.name);
  expect(names).toEqual([23 * 60, 22 * 60, 50].map(nameAt));
});

test('an alert that staff resolved stays resolved when its ride is moved', async () => {
  const [ride, dispatcher] = [await buildOffer(23 * 60), await buildDispatcher()];
  await updateTwice();
  const [alert] = await openAbout(ride);
  await as(dispatcher).post(`/api/ops/alerts/${alert?.id}/resolve`, { version: alert?.version });

  await setPickup(ride, 22 * 60);
  await updateTwice();

  expect(await openAbout(ride)).toEqual([]);
});

test('an urgent alert that staff resolved after moving the pickup opens again, and is mailed, before the new pickup', async () => {
  const [ride, dispatcher] = [await buildOffer(50), await buildDispatcher()];
  await updateTwice();
  const resolve = async () => {
    const [alert] = await openAbout(ride);
    await as(dispatcher).post(`/api/ops/alerts/${alert?.id}/resolve`, { version: alert?.version });
    await updateTwice();
  };

  await setPickup(ride, 5 * 60);
  await resolve();
  expect(await openAbout(ride)).toMatchObject([{ kind: 'unassigned', urgency: 'later' }]);
  await resolve();
  expect(await openAbout(ride)).toEqual([]);
  await setPickup(ride, 50);
  await updateTwice();

  const [alert] = await openAbout(ride);
  expect(alert).toMatchObject({ kind: 'unaccepted', urgency: 'now' });
  expect(await MailModel.countDocuments({ aboutId: alert?.id })).toBe(1);
});

test('a suspended driver’s ride has one alert at the pickup time too, urgent from an hour before the pickup', async () => {
  const [{ driver, ride }, admin] = [await buildAccepted(90), await buildAdmin()];
  await as(admin).post(`/api/ops/drivers/${driver.id}/suspend`, { reason: 'No license.' });
  expect(await openAbout(ride)).toMatchObject([{ kind: 'driver-suspended', urgency: 'soon' }]);

  for (const minutes of [50, 20, -1]) {
    await setPickup(ride, minutes);
    await updateTwice();
    expect(await openAbout(ride)).toMatchObject([{ kind: 'driver-suspended', urgency: 'now' }]);
  }
});

test('setting off closes the not-on-the-way alert; the driver-late alert still opens at the pickup time', async () => {
  const { driver, ride } = await buildAccepted(20);
  await updateAllRideAlerts();
  expect(await kindsAbout(ride)).toEqual(['not-on-the-way']);

  await reach(driver, ride, 'en_route');

  expect(await openAbout(ride)).toEqual([]);
  await setPickup(ride, -1);
  await updateTwice();
  expect(await kindsAbout(ride)).toEqual(['driver-late']);
});

test('starting a ride without reporting the arrival closes its driver-late alert', async () => {
  const { driver, ride } = await buildAccepted(-1);
  await updateAllRideAlerts();
  expect(await kindsAbout(ride)).toEqual(['driver-late']);

  await reach(driver, ride, 'in_progress');

  expect(await openAbout(ride)).toEqual([]);
});

test('not-on-the-way and driver-late alerts spare a ride that was paid and accepted less than ten minutes ago', async () => {
  const taken = await buildAccepted(20, { history: changesAt(-5, 'requested', 'paid', 'accepted') });
  const booked = await buildAccepted(-1, { history: changesAt(-9, 'requested', 'paid', 'accepted') });
  await updateTwice();
  expect([...(await openAbout(taken.ride)), ...(await openAbout(booked.ride))]).toEqual([]);

  const history = changesAt(-11, 'requested', 'paid', 'accepted');
  await RideModel.updateMany({ _id: { $in: [taken.ride.id, booked.ride.id] } }, { history });
  await updateTwice();

  expect(await kindsAbout(taken.ride)).toEqual(['not-on-the-way']);
  expect(await kindsAbout(booked.ride)).toEqual(['driver-late']);
});

test('the driver-late alert of a reassigned ride names the new driver; unassigning makes it an unaccepted alert', async () => {
  const [{ ride }, other, dispatcher] = [
    await buildAccepted(-6),
    await buildDriver({ name: 'Ann Lee' }),
    await buildDispatcher(),
  ];
  await updateTwice();
  expect((await openAbout(ride))[0]?.text).toMatch(/^Tom has not arrived/);

  const assigned = await as(dispatcher).post(`/api/ops/rides/${ride.id}/assign`, {
    driverId: other.id,
    version: ride.version,
  });
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
  expect(await openAbout(ride)).toMatchObject([
    { kind: 'driver-late', text: expect.stringMatching(/^Ann /) },
  ]);

  const unassigned = await as(dispatcher).post(`/api/ops/rides/${ride.id}/unassign`, {
    version: ride.version + 1,
    reason: 'A flat tire.',
  });
  expect(unassigned.status, JSON.stringify(unassigned.body)).toBe(200);
  expect(await kindsAbout(ride)).toEqual(['unaccepted']);
});

test('going off duty within an hour of the pickup raises an alert at once; going back on duty closes it', async () => {
  const { driver, ride } = await buildAccepted(40);
  const far = await buildRide({ status: 'accepted', scheduledAt: inMinutes(90), driverId: driver.id });

  await as(driver).send('PUT', '/api/duty', { isOnDuty: false });
  expect(await openAbout(ride)).toMatchObject([
    { kind: 'driver-silent', text: 'Tom is off duty; the pickup is within the hour.' },
  ]);
  expect(await openAbout(far)).toEqual([]);
  await setPickup(far, 59);
  await updateTwice();
  expect(await kindsAbout(far)).toEqual(['driver-silent']);

  await as(driver).send('PUT', '/api/duty', { isOnDuty: true });
  expect([...(await openAbout(ride)), ...(await openAbout(far))]).toEqual([]);
});

test('a suspended driver’s rides have alerts until the driver is reinstated or the ride has another driver', async () => {
  const [{ driver, ride }, admin] = [await buildAccepted(3_000), await buildAdmin()];
  const second = await buildRide({ status: 'accepted', driverId: driver.id });

  await as(admin).post(`/api/ops/drivers/${driver.id}/suspend`, { reason: 'No license.' });
  expect(await kindsAbout(ride)).toEqual(['driver-suspended']);
  expect(await kindsAbout(second)).toEqual(['driver-suspended']);

  await RideModel.updateOne({ _id: second.id }, { driverId: (await buildDriver()).id });
  await updateTwice();
  expect(await openAbout(second)).toEqual([]);
  await as(admin).post(`/api/ops/drivers/${driver.id}/reinstate`, {});
  expect(await openAbout(ride)).toEqual([]);
});

test('rides of a vehicle out of service have alerts until it is active again; a lost alert is raised again', async () => {
  const [{ vehicle, ride }, dispatcher] = [await buildAccepted(3_000), await buildDispatcher()];
  const setState = (state: string) =>
    as(dispatcher).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, { state });

  await setState('out-of-service');
  expect(await openAbout(ride)).toMatchObject([
    { kind: 'vehicle-out', text: expect.stringContaining('is out of service') },
  ]);
  await setState('active');
  expect(await openAbout(ride)).toEqual([]);

  await setState('out-of-service');
  await AlertModel.deleteMany({ 'subject.id': ride.id });
  await updateTwice();
  expect(await kindsAbout(ride)).toEqual(['vehicle-out']);
});

test('a flagged payment has an alert until the ride is settled; a missing alert is raised by the watch job', async () => {
  const ride = await buildRide({ paymentStatus: 'pending' });
  const move = (change: 'flagged' | 'paid') =>
    transitionRide({ rideId: ride.id, change, by: WORKER, guard: {}, patch: { paymentStatus: change } });

  await move('flagged');
  expect(await openAbout(ride)).toMatchObject([{ kind: 'payment-flagged', urgency: 'soon' }]);
  await move('paid');
  expect(await openAbout(ride)).toEqual([]);

  const lost = await buildRide({ paymentStatus: 'flagged' });
  await updateTwice();
  expect(await kindsAbout(lost)).toEqual(['payment-flagged']);
});

test('the alert about a flagged payment of a return trip names the amount due for both rides', async () => {
  const order = { leg: 'there', otherRideId: newId(), dueCents: 16_082 } as const;
  const ride = await buildRide({ paymentStatus: 'flagged', order });

  await updateTwice();

  expect(await openAbout(ride)).toMatchObject([
    {
      kind: 'payment-flagged',
      text: 'The payment in Stripe is not $160.82, or not for this ride and its return trip. It is not offered to drivers.',
    },
  ]);
});

test('an alert resolved by staff stays closed while its cause lasts and opens again when the cause recurs', async () => {
  const [{ driver, ride }, dispatcher] = [await buildAccepted(40), await buildDispatcher()];
  const setDuty = (isOnDuty: boolean) => as(driver).send('PUT', '/api/duty', { isOnDuty });
  await setDuty(false);
  const [alert] = await openAbout(ride);

  await as(dispatcher).post(`/api/ops/alerts/${alert?.id}/resolve`, { version: alert?.version });
  await updateTwice();
  expect(await openAbout(ride)).toEqual([]);

  await setDuty(true);
  await setDuty(false);
  expect(await kindsAbout(ride)).toEqual(['driver-silent']);
});
