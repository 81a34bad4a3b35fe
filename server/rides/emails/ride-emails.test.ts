import '../../testing/own-mailbox.ts';
import { expect, test, vi } from 'vitest';
import { addDays, dateInVegas, toInstant } from '#common/time.ts';
import { EMAIL_TEMPLATES } from '../../email-templates.ts';
import { logger } from '../../infra/logger.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { relayOutbox } from '../../relay-outbox.ts';
import { newSender } from '../../testing/build-message.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { assign, buildStaff, rideIn, unassign, undo } from '../../testing/dispatch-by-hand.ts';
import { bookMailed, calendarIn } from '../../testing/mailed-ride.ts';
import { ownMailbox } from '../../testing/own-mailbox.ts';
import { bookPaidRide } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { cancelBooking } from '../cancel/cancel-booking.ts';
import { cancellationSums } from '../cancel/cancellation-sums.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { refundRide } from '../payment/refund-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { remindRiders } from './remind-riders.ts';

setUpTestApp();

test('a booked ride is emailed once with its calendar entry, however often it is published', async () => {
  const { id, receive } = await bookMailed({ stops: ['Sphere, 255 Sands Ave'], flightNumber: 'WN 1482' });
  await RideModel.updateOne({ _id: id }, { unpublishedSince: new Date(0), publishedVersion: 0 });
  await relayOutbox();

  const mails = await receive();

  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your ride on Tue .* is booked$/),
  ]);
  expect(mails[0]?.text).toContain(
    'From: Bellagio, 3600 S Las Vegas Blvd\nStop: Sphere, 255 Sands Ave\nTo: ',
  );
  expect(mails[0]?.text).toContain('Flight: WN 1482');
  expect(mails[0]?.text).toContain('$233.58');
  const { method, inline, entry } = await calendarIn(mails[0]);
  const ride = await findRide(id);
  expect([method, inline]).toEqual(['REQUEST', 'REQUEST']);
  expect(entry).toMatchObject({
    uid: `ride-${id}@marquee`,
    sequence: String(ride.version),
    status: 'CONFIRMED',
  });
  expect(new Date(entry.start).toISOString()).toBe(ride.scheduledAt);
  expect(entry.description).toContain('Stop: Sphere');
});

test('the driver email is sent once the assignment can no longer be undone, and dropped if it was undone', async () => {
  const { id, subjects } = await bookMailed();
  await subjects();
  const [staff, sam] = [await buildStaff(), await buildDriver({ name: 'Sam Ortiz' })];

  const assigned = rideIn(await assign(staff, await findRide(id), sam));
  const mail = await MailModel.findOne({ aboutId: id, template: 'ride-driver' }).orFail();
  expect((mail.owedSince?.getTime() ?? 0) - Date.now()).toBeGreaterThan(9_000);
  await sendMail(mail.id, EMAIL_TEMPLATES);
  expect(await MailModel.findById(mail.id)).not.toHaveProperty('sentAt', expect.anything());
  rideIn(await undo(staff, assigned));
  expect(await subjects()).toEqual([]);
  expect(await MailModel.findById(mail.id)).toMatchObject({ droppedAt: expect.any(Date) });

  await acceptRide(id, sam.id);
  expect(await subjects()).toEqual([expect.stringMatching(/^Your driver is booked for Tue /)]);
});

test('a change of driver is emailed as such, and nothing is sent if the former driver is restored in time', async () => {
  const { id, receive, subjects } = await bookMailed();
  const [staff, sam, kim] = [
    await buildStaff(),
    await buildDriver({ name: 'Sam Ortiz' }),
    await buildDriver({ name: 'Kim Park', vehicle: { label: 'White Lucid Air' } }),
  ];
  await acceptRide(id, sam.id);
  await subjects();

  const kims = rideIn(await assign(staff, await findRide(id), kim));
  rideIn(await undo(staff, kims));
  expect(await subjects()).toEqual([]);

  rideIn(await unassign(staff, await findRide(id)));
  expect(await subjects()).toEqual([]);
  await acceptRide(id, kim.id);
  const [changed, ...others] = await receive();
  expect(others).toEqual([]);
  expect(changed?.subject).toMatch(/^Another driver for Tue /);
  expect(changed?.text).toContain("Sam can't come. Kim is your new driver.");
  expect(changed?.text).toContain('Vehicle: White Lucid Air, NV ');
});

test('the on-the-way email is sent once, and not if the driver has already arrived', async () => {
  const { id, subjects } = await bookMailed();
  const [sam, kim] = [await buildDriver({ name: 'Sam Ortiz' }), await buildDriver({ name: 'Kim Park' })];
  await acceptRide(id, sam.id);
  await reachMilestone(await findRide(id), 'en_route', { confirmEarly: true });
  await reachMilestone(await findRide(id), 'en_route', { confirmEarly: true });
  expect((await subjects()).slice(1)).toEqual(['Your driver is on the way!']);

  rideIn(await unassign(await buildStaff(), await findRide(id)));
  await acceptRide(id, kim.id);
  expect(await subjects()).toEqual([expect.stringMatching(/^Another driver/)]);
  await reachMilestone(await findRide(id), 'en_route', { confirmEarly: true });
  await reachMilestone(await findRide(id), 'arrived', { confirmEarly: true });
  expect(await subjects()).toEqual([]);
});

test('another vehicle is emailed also once its driver is on the way, without saying that they will set off', async () => {
  const { id, receive, subjects } = await bookMailed();
  const sam = await buildDriver({ name: 'Sam Ortiz', vehicle: null });
  const first = await buildVehicle({ driverIds: [sam.id] });
  await acceptRide(id, sam.id);
  await reachMilestone(await findRide(id), 'en_route', { confirmEarly: true });
  await subjects();
  const staff = await buildStaff();
  const spare = await buildVehicle({ driverIds: [sam.id], label: 'White Lucid Air' });

  const swapped = rideIn(await assign(staff, await findRide(id), sam, { vehicleId: spare.id }));

  expect(swapped.enRouteAt).not.toBeNull();
  const [changed, ...others] = await receive();
  expect(others).toEqual([]);
  expect(changed?.subject).toMatch(/^Another vehicle for Tue /);
  expect(changed?.text).toContain('Vehicle: White Lucid Air, NV ');
  expect(changed?.text).not.toContain('sets off');

  rideIn(await assign(staff, await findRide(id), sam, { vehicleId: first.id }));
  await reachMilestone(await findRide(id), 'arrived', { confirmEarly: true });
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(id), 'in_progress');
  expect(await subjects()).toEqual([]);
});

test('after an email outage another vehicle is not emailed again when the on-the-way email has named it', async () => {
  const { id, receive } = await bookMailed();
  const sam = await buildDriver({ name: 'Sam Ortiz', vehicle: null });
  const first = await buildVehicle({ driverIds: [sam.id] });
  await acceptRide(id, sam.id);
  await receive();
  const [staff, spare] = [
    await buildStaff(),
    await buildVehicle({ driverIds: [sam.id], label: 'White Lucid Air' }),
  ];

  await reachMilestone(await findRide(id), 'en_route', { confirmEarly: true });
  rideIn(await assign(staff, await findRide(id), sam, { vehicleId: spare.id }));

  const [mail, ...others] = await receive();
  expect(others.map(({ subject }) => subject)).toEqual([]);
  expect(mail?.subject).toBe('Your driver is on the way!');
  expect(mail?.text).toContain('Vehicle: White Lucid Air, NV ');

  rideIn(await assign(staff, await findRide(id), sam, { vehicleId: first.id }));
  const [back] = await receive();
  expect(back?.subject).toMatch(/^Another vehicle for Tue /);
});

test('after an email outage during the whole ride only the receipt is sent, no outdated email', async () => {
  const { id, rider, receive } = await bookMailed();
  const driver = await buildDriver({ name: 'Sam Ortiz' });
  const { scheduledDate } = await findRide(id);
  await remindRiders(toInstant(addDays(scheduledDate, -1), '11:00') ?? undefined);
  await acceptRide(id, driver.id);
  await reachMilestone(await findRide(id), 'en_route', { confirmEarly: true });
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(id), 'in_progress');
  await completeRide(await findRide(id), 200_00);
  expect(await MailModel.countDocuments({ aboutId: id })).toBe(5);

  const mails = await receive();

  expect(mails.map(({ subject }) => subject)).toEqual(['Your receipt: $200.00']);
  expect(mails[0]?.text).toContain('Paid: $233.58\nVisa ending 4242, ');
  expect(mails[0]?.text).toContain('Back to Visa 4242, on its way: −$33.58\nTotal: $200.00');
  await refundRide(id, 'completed-for-less');
  expect(await receive()).toEqual([]);
  expect(ownMailbox.to(rider.email)).toHaveLength(1);
});

test('a cancellation email cancels the calendar entry: same uid, higher sequence', async () => {
  const { id, receive } = await bookMailed();
  const [booked] = await receive();
  const ride = await findRide(id);
  const actor = { role: 'rider', id: ride.riderId, name: ride.customerName, address: null } as const;
  const sums = cancellationSums(ride, new Date(), 'rider');
  await cancelBooking(ride, { by: 'rider', reason: '', actor, sums });
  await refundRide(id, 'cancelled');

  const [mail] = await receive();

  expect(mail?.subject).toMatch(/^Your ride on Tue .* is cancelled$/);
  expect(mail?.text).toContain('Back to Visa 4242: $233.58');
  const [before, after] = [await calendarIn(booked), await calendarIn(mail)];
  expect([after.method, after.inline, after.entry.status]).toEqual(['CANCEL', 'CANCEL', 'CANCELLED']);
  expect(after.entry.uid).toBe(before.entry.uid);
  expect(Number(after.entry.sequence)).toBeGreaterThan(Number(before.entry.sequence));
});

test('riders are reminded once of tomorrow’s paid rides, from 10 AM on, but not of rides booked after that', async () => {
  const today = dateInVegas(new Date());
  const [at, tomorrow] = [(time: string) => toInstant(today, time) ?? new Date(), addDays(today, 1)];
  const pickup = {
    scheduledDate: tomorrow,
    scheduledTime: '18:30',
    scheduledAt: toInstant(tomorrow, '18:30') ?? new Date(),
  };
  const bookedAt = (time: Date) => [
    { change: 'requested' as const, at: time },
    { change: 'paid' as const, at: time },
  ];
  const yesterday = new Date(at('10:00').getTime() - 86_400_000);
  const rider = await buildRider({ email: newSender() });
  const [due, justBooked, later, unpaid] = [
    await buildRide({ ...pickup, history: bookedAt(yesterday), riderId: rider.id }),
    await buildRide({ ...pickup, history: bookedAt(at('10:30')) }),
    await buildRide({ history: bookedAt(yesterday) }),
    await buildRide({ ...pickup, history: bookedAt(yesterday), paymentStatus: 'pending' }),
  ];
  const mails = () =>
    MailModel.find({
      template: 'ride-tomorrow',
      aboutId: { $in: [due, justBooked, later, unpaid].map(({ id }) => id) },
    });

  await remindRiders(at('09:59'));
  expect(await mails()).toEqual([]);
  await remindRiders(at('10:31'));
  await remindRiders(at('23:00'));

  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.aboutId.toHexString()).toBe(due.id);
  await sendMail(mail?.id ?? '', EMAIL_TEMPLATES);
  const [received] = await ownMailbox.waitFor(rider.email);
  expect(received?.subject).toBe('Your ride is tomorrow');
  expect(received?.text).toContain('We are still finding your driver');
});

test('text typed by a rider never appears in email subjects, senders or links', async () => {
  const typed = 'https://evil.example/?<b>';
  const { id, receive } = await bookMailed({
    customerName: typed,
    pickupLocation: `${typed}, one`,
    dropoffLocation: `${typed}, two`,
    passenger: { name: typed, phone: '(702) 555-0134' },
    specialRequests: typed,
  });
  await acceptRide(id, (await buildDriver({ name: 'Sam Ortiz' })).id);

  for (const { subject, from, html, text } of await receive()) {
    expect(subject).not.toContain('evil');
    expect(from).toEqual([{ name: 'Marquee', address: 'hello@marquee.example' }]);
    expect(html).not.toMatch(/href="[^"]*evil|<b>/);
    expect(text).toContain('evil.example');
  }
});

test('if ride emails cannot be stored, the outbox keeps the change, and its relay stores them later', async () => {
  vi.spyOn(logger, 'warn').mockImplementation(() => {});
  const outage = vi.spyOn(MailModel, 'create').mockRejectedValue(new Error('the process died'));
  const { id } = await bookPaidRide(await buildRider());
  outage.mockRestore();
  expect(await MailModel.countDocuments({ aboutId: id })).toBe(0);
  await RideModel.updateOne({ _id: id }, { unpublishedSince: new Date(0) });

  await relayOutbox();

  expect(await MailModel.find({ aboutId: id }).lean()).toMatchObject([{ template: 'ride-booked' }]);
  expect(vi.mocked(logger.warn)).toHaveBeenCalled();
});
