import { expect, test } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { EMAIL_TEMPLATES } from '../../email-templates.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { assign, buildStaff, rideIn, unassign, undo } from '../../testing/dispatch-by-hand.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { giveRideBack } from '../dispatch/give-back.ts';
import { type RideDoc, RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { notifyStillSearching } from './still-searching.ts';

setUpTestApp();

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

const paid = (minutesAgo: number): RideDoc['history'] => [
  { change: 'requested', at: inMinutes(-minutesAgo) },
  { change: 'paid', at: inMinutes(-minutesAgo) },
];

const mailsAbout = (rideId: string) =>
  MailModel.countDocuments({ aboutId: rideId, template: 'ride-still-searching' });

const changesOf = async (rideId: string) => (await findRide(rideId)).history.map(({ change }) => change);

/** Runs the job in two concurrent workers, then once more. */
async function notifyThrice() {
  await Promise.all([notifyStillSearching(), notifyStillSearching()]);
  await notifyStillSearching();
}

/** Records that the rider was mailed who drives the ride, as it is now. */
async function mailDriver(id: string) {
  const { version } = await findRide(id);
  const { matchedCount } = await MailModel.updateOne(
    { template: 'ride-driver', aboutId: id, what: String(version) },
    { $set: { sentAt: new Date(), version }, $unset: { owedSince: 1 } },
  );
  expect(matchedCount).toBe(1);
}

/** Moves the changes of a ride into the past. */
async function moveHistory(id: string, minutes: number) {
  const { history } = await RideModel.findById(id).lean<RideDoc>().orFail();
  const earlier = history.map((entry) => ({ ...entry, at: new Date(entry.at.getTime() - minutes * 60_000) }));
  await RideModel.updateOne({ _id: id }, { history: earlier });
}

test('a rider without a driver is notified once, by email and live, an hour before the pickup', async () => {
  const rider = await buildRider();
  const { id } = await buildRide({ riderId: rider.id, scheduledAt: inMinutes(70), history: paid(120) });
  await notifyStillSearching();
  expect(await mailsAbout(id)).toBe(0);

  const messages = await recordRideMessages();
  await RideModel.updateOne({ _id: id }, { scheduledAt: inMinutes(59) });
  await notifyThrice();

  expect(await mailsAbout(id)).toBe(1);
  expect(await changesOf(id)).toEqual(['requested', 'paid', 'still_searching']);
  const reply = await as(rider).get(`/api/rides/${id}`);
  expect(riderRideSchema.parse(reply.body).history.at(-1)?.change).toBe('still_searching');
  await messages.next(id, 'still_searching');
  const mail = await EMAIL_TEMPLATES['ride-still-searching'].compose(id);
  expect(mail?.subject).toBe('We are still looking for your driver');
  expect(JSON.stringify(mail?.parts)).toMatch(
    /If nobody accepts by .*, your ride is cancelled and everything you paid/,
  );

  await acceptRide(id, (await buildDriver()).id);
  expect(await EMAIL_TEMPLATES['ride-still-searching'].compose(id)).toBeNull();
});

test('the still-searching email waits ten minutes after a late booking and a minute after an unassignment', async () => {
  const booked = await buildRide({ scheduledAt: inMinutes(50), history: paid(9) });
  const cameBackAt = (minutesAgo: number): RideDoc['history'] => [
    ...paid(120),
    { change: 'accepted', at: inMinutes(-100) },
    { change: 'unassigned', at: inMinutes(-minutesAgo) },
  ];
  const cameBack = await buildRide({ scheduledAt: inMinutes(50), history: cameBackAt(0.5) });
  await notifyThrice();
  expect([await mailsAbout(booked.id), await mailsAbout(cameBack.id)]).toEqual([0, 0]);

  await RideModel.updateOne({ _id: booked.id }, { history: paid(11) });
  await RideModel.updateOne({ _id: cameBack.id }, { history: cameBackAt(2) });
  await notifyThrice();

  expect([await mailsAbout(booked.id), await mailsAbout(cameBack.id)]).toEqual([1, 1]);
});

test('if the email was written before a crash, the next run adds the history entry without a second email', async () => {
  const scheduledAt = inMinutes(40);
  const { id } = await buildRide({ scheduledAt, history: paid(60) });
  const what = scheduledAt.toISOString();
  await MailModel.create({ template: 'ride-still-searching', aboutId: id, what, owedSince: new Date() });

  await notifyThrice();

  expect(await mailsAbout(id)).toBe(1);
  expect(await changesOf(id)).toEqual(['requested', 'paid', 'still_searching']);
});

test('the rider of a ride moved to another day is notified again an hour before the new pickup', async () => {
  const { id } = await buildRide({ scheduledAt: inMinutes(50), history: paid(120) });
  await notifyThrice();
  const { history } = await RideModel.findById(id).lean<RideDoc>().orFail();
  const moved: RideDoc['history'] = [...history, { change: 'edited', at: inMinutes(0) }];
  await RideModel.updateOne({ _id: id }, { scheduledAt: inMinutes(24 * 60), history: moved });
  await notifyThrice();
  expect(await mailsAbout(id)).toBe(1);

  const aDayAgo = moved.map((entry) => ({ ...entry, at: new Date(entry.at.getTime() - 24 * 3_600_000) }));
  await RideModel.updateOne({ _id: id }, { scheduledAt: inMinutes(45), history: aDayAgo });
  await notifyThrice();

  expect(await mailsAbout(id)).toBe(2);
  expect(await changesOf(id)).toEqual(['requested', 'paid', 'still_searching', 'edited', 'still_searching']);
});

test('a driver lost after the still-searching email is followed by a second one, which says so', async () => {
  const rider = await buildRider();
  const { id } = await buildRide({ riderId: rider.id, scheduledAt: inMinutes(50), history: paid(120) });
  await notifyThrice();
  expect(await mailsAbout(id)).toBe(1);
  await acceptRide(id, (await buildDriver()).id);
  await mailDriver(id);
  rideIn(await unassign(await buildStaff(), await findRide(id)));
  const { history } = await RideModel.findById(id).lean<RideDoc>().orFail();
  const earlier = history.map((entry) => ({ ...entry, at: new Date(entry.at.getTime() - 20 * 60_000) }));
  await RideModel.updateOne({ _id: id }, { scheduledAt: inMinutes(30), history: earlier });

  await notifyThrice();

  expect(await mailsAbout(id)).toBe(2);
  expect((await changesOf(id)).slice(2)).toEqual([
    'still_searching',
    'accepted',
    'unassigned',
    'still_searching',
  ]);
  const mail = await EMAIL_TEMPLATES['ride-still-searching'].compose(id);
  expect(mail?.subject).toBe('We are looking for another driver');
  expect(JSON.stringify(mail?.parts)).toContain("Your driver can't come, and nobody else has accepted yet.");
});

test('a driver whom no email named before they gave the ride back is not mentioned', async () => {
  const [rider, early, named] = [await buildRider(), await buildDriver(), await buildDriver()];
  const { id } = await buildRide({ riderId: rider.id, scheduledAt: inMinutes(24 * 60), history: paid(120) });
  const accepted = await acceptRide(id, early.id);
  await giveRideBack(accepted, 'A mistake', { role: 'driver', id: early.id, name: 'Dee', address: null });
  await moveHistory(id, 20);
  await RideModel.updateOne({ _id: id }, { scheduledAt: inMinutes(50) });
  await notifyThrice();

  const first = await EMAIL_TEMPLATES['ride-still-searching'].compose(id);
  expect(first?.subject).toBe('We are still looking for your driver');
  expect(JSON.stringify(first?.parts)).toContain('No driver has accepted your ride yet.');

  await acceptRide(id, named.id);
  await mailDriver(id);
  rideIn(await unassign(await buildStaff(), await findRide(id)));
  const second = await EMAIL_TEMPLATES['ride-still-searching'].compose(id);
  expect(second?.subject).toBe('We are looking for another driver');
});

test('an assignment that was undone shows the search again, without a second email', async () => {
  const { id } = await buildRide({ scheduledAt: inMinutes(50), history: paid(120) });
  await notifyThrice();
  const staff = await buildStaff();
  const assigned = rideIn(
    await assign(staff, await findRide(id), await buildDriver(), { allowOverlap: true }),
  );
  rideIn(await undo(staff, assigned));
  const { history } = await RideModel.findById(id).lean<RideDoc>().orFail();
  const earlier = history.map((entry) => ({ ...entry, at: new Date(entry.at.getTime() - 120_000) }));
  await RideModel.updateOne({ _id: id }, { history: earlier });

  await notifyThrice();

  expect(await mailsAbout(id)).toBe(1);
  expect((await changesOf(id)).at(-1)).toBe('still_searching');
});

test('no still-searching email is sent for a ride that has a driver or is unpaid', async () => {
  const driver = await buildDriver();
  const taken = await buildRide({ scheduledAt: inMinutes(90), history: paid(60) });
  await acceptRide(taken.id, driver.id);
  await RideModel.updateOne({ _id: taken.id }, { scheduledAt: inMinutes(45) });
  const unpaid = await buildRide({ scheduledAt: inMinutes(45), paymentStatus: 'pending' });

  await notifyThrice();

  expect([await mailsAbout(taken.id), await mailsAbout(unpaid.id)]).toEqual([0, 0]);
});
