import '../../testing/own-mailbox.ts';
import { expect, test } from 'vitest';
import { MailModel } from '../../mail/mail-model.ts';
import { relayOutbox } from '../../relay-outbox.ts';
import { as } from '../../testing/as.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { HALF_HOUR } from '../../testing/extend-by-rider.ts';
import { bookMailed, calendarIn } from '../../testing/mailed-ride.ts';
import { ownMailbox } from '../../testing/own-mailbox.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { payBack } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { payLinkUrl } from '../charges/pay-link-token.ts';
import { refundCharge } from '../charges/refund-charge.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

/** Edits a ride as the dialog does. @returns the charge to pay first */
async function edit(rider: UserRecord, rideId: string, changes: object): Promise<string | null> {
  const quoted = await as(rider).post(`/api/rides/${rideId}/edit-quote`, { changes });
  const { version, fare } = quoted.body as { version: number; fare: { fareCents: number } };
  const reply = await as(rider).post(`/api/rides/${rideId}/edit`, {
    version,
    changes,
    expectedFareCents: fare.fareCents,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return (reply.body as { chargeId: string | null }).chargeId;
}

test('an edit paid too late is refunded, and one email says so and lists what is booked', async () => {
  const { id, rider, receive } = await bookMailed();
  const [booked] = await receive();
  const chargeId = (await edit(rider, id, { hours: 4 })) ?? '';
  const payment = await openCharge(rider, id, chargeId);
  await acceptRide(id, (await buildDriver({ name: 'Sam Ortiz' })).id);
  await receive();
  await payAtStripe(payment);
  expect(await confirmCharge(chargeId)).toBe('refunding');
  await payBack(id);
  await refundCharge(chargeId);

  const [mail, ...others] = await receive();

  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your payment of $73.93 came too late and is refunded');
  expect(mail?.text).toContain('Your ride stays as it was.');
  expect(mail?.text).toContain('Paid for: 4 hours');
  expect(mail?.text).toContain('Booking: Lux Sedan, hourly, 3 hours');
  expect(mail?.text).toContain('Back to Visa 4242: $73.93');
  expect(booked?.text).not.toContain('$73.93');
  expect(await MailModel.countDocuments({ aboutId: chargeId, template: 'charge-too-late' })).toBe(1);
  expect(ownMailbox.to(rider.email).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('has changed'),
  );
});

test('the email about a late payment says if the ride was cancelled before it was paid', async () => {
  const { id, rider, receive } = await bookMailed();
  const chargeId = (await edit(rider, id, { hours: 4 })) ?? '';
  const payment = await openCharge(rider, id, chargeId);
  await payAtStripe(payment);
  await RideModel.updateOne({ _id: id }, { status: 'cancelled' });
  await confirmCharge(chargeId);
  await payBack(id);

  const late = (await receive()).find(({ subject }) => subject.includes('too late'));
  expect(late?.text).toContain('Your ride was cancelled before this was paid.');
});

test('an edited ride is emailed with its updated calendar entry: same uid, new time, higher sequence', async () => {
  const { id, rider, receive } = await bookMailed();
  const [booked] = await receive();
  expect(await edit(rider, id, { scheduledTime: '20:15' })).toBeNull();
  await RideModel.updateOne({ _id: id }, { unpublishedSince: new Date(0), publishedVersion: 2 });
  await relayOutbox();

  const [mail, ...others] = await receive();

  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Your ride on Tue .* has changed$/);
  expect(mail?.text).toMatch(/Pickup: .*8:15 PM/);
  const [before, after] = [await calendarIn(booked), await calendarIn(mail)];
  expect([after.method, after.entry.uid]).toEqual(['REQUEST', before.entry.uid]);
  expect(Number(after.entry.sequence)).toBeGreaterThan(Number(before.entry.sequence));
  expect(new Date(after.entry.start).toISOString()).toBe((await findRide(id)).scheduledAt);
});

/** Accepts and starts a ride as Sam. */
async function begin(rideId: string): Promise<UserRecord> {
  const driver = await buildDriver({ name: 'Sam Ortiz' });
  await acceptRide(rideId, driver.id);
  await RideModel.updateOne({ _id: rideId }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(rideId), 'in_progress');
  return driver;
}

/** Accepts a ride as Sam and drives it to its end. */
async function drive(rideId: string) {
  await begin(rideId);
  await completeRide(await findRide(rideId), 233_58);
}

async function payTip(rider: UserRecord, rideId: string) {
  const { body } = await as(rider).post(`/api/rides/${rideId}/tip`, { tip: { percentage: 20 } });
  const { chargeId } = body as { chargeId: string };
  await payAtStripe(await openCharge(rider, rideId, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await confirmCharge(chargeId)).toBe('settled');
}

test('a tip paid after the receipt was sent sends the receipt again, with the tip', async () => {
  const { id, rider, receive } = await bookMailed();
  await drive(id);
  expect((await receive()).map(({ subject }) => subject)).toEqual(['Your receipt: $233.58']);

  await payTip(rider, id);
  await RideModel.updateOne({ _id: id }, { unpublishedSince: new Date(0), publishedVersion: 5 });
  await relayOutbox();

  const [mail, ...others] = await receive();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your receipt: $266.58');
  expect(mail?.text).toContain('Thank you: your tip of $33.00 is paid. All of it goes to Sam.');
  expect(mail?.text).toMatch(/Tip, Visa ending 4242, .*: \$33\.00\nTotal with tip: \$266\.58/);
});

test('after an email outage one receipt is sent, with the tip that was paid meanwhile', async () => {
  const { id, rider, receive } = await bookMailed();
  await drive(id);
  await payTip(rider, id);
  expect((await receive()).map(({ subject }) => subject)).toEqual(['Your receipt: $266.58']);
});

const propose = async (driver: UserRecord, rideId: string) =>
  expect((await as(driver).post(`/api/rides/${rideId}/propose-extension`)).status).toBe(200);

test('more time that the driver proposes is emailed once, with a payment link', async () => {
  const { id, receive } = await bookMailed();
  const driver = await begin(id);
  await receive();
  await propose(driver, id);
  await propose(driver, id);
  await RideModel.updateOne({ _id: id }, { unpublishedSince: new Date(0), publishedVersion: 0 });
  await relayOutbox();

  const [mail, ...others] = await receive();

  expect(others).toEqual([]);
  expect(mail?.subject).toBe('More time for your ride: $36.97');
  expect(mail?.text).toContain('Sam proposes 30 more minutes, 3.5 hours in all.');
  expect(mail?.text).toContain(payLinkUrl((await findRide(id)).charges[0]?.id ?? ''));
});

test('a proposal of more time that was paid during an email outage is not emailed', async () => {
  const { id, rider, receive } = await bookMailed();
  const driver = await begin(id);
  await receive();
  await propose(driver, id);
  const chargeId = (await findRide(id)).charges[0]?.id ?? '';
  await payAtStripe(await openCharge(rider, id, chargeId));
  expect(await confirmCharge(chargeId)).toBe('settled');

  expect(await receive()).toEqual([]);
});

test('more time that the rider requests is not emailed, because they pay for it on the page', async () => {
  const { id, rider, receive } = await bookMailed();
  await begin(id);
  await receive();
  expect((await as(rider).post(`/api/rides/${id}/extend`, { expectedDueCents: HALF_HOUR })).status).toBe(200);

  expect(await receive()).toEqual([]);
});
