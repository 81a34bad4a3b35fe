import { expect, test } from 'vitest';
import type { MailTemplate } from '#common/mail-templates.ts';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import { riderRideSchema } from '#common/rides/ride.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { EMAIL_TEMPLATES } from '../../email-templates.ts';
import { stripe } from '../../infra/stripe.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildRequest, buildRide, comingDay } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { payCheckout } from '../../testing/buy-gift-card.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { assign, buildStaff, codeOf } from '../../testing/dispatch-by-hand.ts';
import {
  chargeIn,
  edit as editAsRider,
  FOUR_HOURS,
  quote as quoteAsRider,
  THREE_HOURS,
} from '../../testing/edit-by-rider.ts';
import { changeCharges, openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import {
  bookPaidRide,
  findRideDifferences,
  payBack,
  refundsAtStripe,
  staffRideIn,
} from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { Reply } from '../../testing/test-client.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { expireCharge } from '../charges/expire-charge.ts';
import { payLinkPath } from '../charges/pay-link-token.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

const MORE = FOUR_HOURS - THREE_HOURS;

async function quote(staff: UserRecord, rideId: string, changes: EditChanges): Promise<EditQuote> {
  const { status, body } = await as(staff).post(`/api/ops/rides/${rideId}/edit-quote`, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as EditQuote;
}

/** Edits as the console's dialog does, for the quoted fare. */
async function edit(staff: UserRecord, rideId: string, changes: EditChanges): Promise<Reply> {
  const { version, fare } = await quote(staff, rideId, changes);
  return as(staff).post(`/api/ops/rides/${rideId}/edit`, {
    version,
    changes,
    expectedFareCents: fare.fareCents,
  });
}

const auditOf = (rideId: string) =>
  AuditModel.find({ 'subject.id': rideId, 'actor.role': 'dispatcher' }).sort({ at: 1, _id: 1 }).lean();

const mailsAbout = (aboutId: string, template: MailTemplate) =>
  MailModel.countDocuments({ aboutId, template });

/** Pays a charge by its payment link, without a session. @returns the payment */
async function payByLink(chargeId: string): Promise<string> {
  const { body } = await visitor().post(`/api${payLinkPath(chargeId)}/checkout`);
  const sessionId = Object(body).checkoutUrl.split('/').at(-1);
  await payCheckout({ sessionId, buyerEmail: 'payer@example.com' });
  return `${(await stripe.checkout.sessions.retrieve(sessionId)).payment_intent}`;
}

test('a staff edit that keeps the fare applies at once, reaches rider, driver and board, and is logged with its author', async () => {
  const [rider, driver, dana] = [await buildRider(), await buildDriver(), await buildStaff('Dana Reyes')];
  const { id } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  const [ridersPage, driversPage] = [await connectSocket(rider), await connectSocket(driver)];
  const board = await connectSocket(dana);
  await board.socket.timeout(5_000).emitWithAck('ops:watch');

  const reply = await edit(dana, id, { flightNumber: 'WN 1482', specialRequests: 'Child seat' });

  expect(reply).toMatchObject({ status: 200, body: { chargeId: null } });
  const [seenByRider] = await ridersPage.next('ride:changed');
  expect(seenByRider).toMatchObject({ id, flightNumber: 'WN 1482' });
  expect(JSON.stringify(seenByRider)).not.toContain('Dana');
  expect(riderRideSchema.parse(seenByRider).history.at(-1)).toMatchObject({
    change: 'edited',
    isByStaff: true,
  });
  expect(await driversPage.next('ride:changed')).toMatchObject([{ id, specialRequests: 'Child seat' }]);
  const [seenByStaff] = await board.next('board:changed');
  expect(seenByStaff).toMatchObject({ id, flightNumber: 'WN 1482' });
  expect(seenByStaff?.history.at(-1)).toMatchObject({ change: 'edited', by: { name: 'Dana Reyes' } });
  expect((await findRide(id)).history.at(-1)).toMatchObject({
    change: 'edited',
    by: { role: 'dispatcher', id: dana.id },
    text: 'Flight WN 1482; requests',
  });
  expect(await auditOf(id)).toMatchObject([
    {
      action: 'ride changed',
      actor: { id: dana.id, name: 'Dana Reyes', role: 'dispatcher' },
      before: { booked: 'Flight none; requests', fareCents: THREE_HOURS },
      after: { booked: 'Flight WN 1482; requests', fareCents: THREE_HOURS },
    },
  ]);
  expect(await mailsAbout(id, 'ride-changed')).toBe(1);
});

test('a staff edit that lowers the fare applies at once and refunds the same amounts as a rider’s edit', async () => {
  const [rider, dana, card] = [await buildRider(), await buildStaff(), await buildGiftCard(15_000)];
  const { id, paymentIntentId } = await bookPaidRide(rider, { giftCardId: card.pass });
  const forRider = await quoteAsRider(rider, id, { hours: 1 });

  const quoted = await quote(dana, id, { hours: 1 });
  expect(quoted).toEqual(forRider);
  expect((await edit(dana, id, { hours: 1 })).status).toBe(200);

  const ride = await payBack(id);
  expect(ride).toMatchObject({ hours: 1, revision: 1, adjustments: [{ cause: 'edit' }] });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([quoted.toCardCents]);
  expect((await soundCard(card.id)).balanceCents).toBe(quoted.toGiftCardCents);
  expect(await findRideDifferences()).toEqual([]);
});

test('a staff edit that raises the fare applies once the rider has paid through the emailed payment link', async () => {
  const [rider, dana] = [await buildRider(), await buildStaff('Dana Reyes')];
  const { id } = await bookPaidRide(rider);
  const page = await connectSocket(rider);

  const chargeId = chargeIn(await edit(dana, id, { hours: 4 }));

  expect(await page.next('ride:changed')).toMatchObject([
    { id, hours: 3, charges: [{ id: chargeId, kind: 'difference', amountCents: MORE, status: 'open' }] },
  ]);
  expect(await mailsAbout(chargeId, 'payment-link')).toBe(1);
  const mail = await EMAIL_TEMPLATES['payment-link'].compose(chargeId);
  expect(mail).toMatchObject({ subject: 'Please pay for the change to your ride: $73.93', to: rider.email });
  expect(JSON.stringify(mail)).toContain('To be changed: 4 hours.');
  expect(JSON.stringify(mail)).toContain('Held until');
  expect(await mailsAbout(id, 'ride-changed')).toBe(0);
  expect(await auditOf(id)).toMatchObject([
    {
      action: 'ride change to be paid',
      actor: { id: dana.id },
      after: { booked: '4 hours', fareCents: FOUR_HOURS, dueCents: MORE },
    },
  ]);
  expect(await findRideDifferences()).toEqual([]);

  await payByLink(chargeId);
  expect(await confirmCharge(chargeId)).toBe('settled');

  expect(await findRide(id)).toMatchObject({
    hours: 4,
    pendingEdit: null,
    fare: { fareCents: FOUR_HOURS, totalCents: FOUR_HOURS },
    charges: [{ status: 'paid' }],
  });
  expect(await mailsAbout(id, 'ride-changed')).toBe(1);
  expect(await findRideDifferences()).toEqual([]);
});

test('a rider can pay for a staff edit on the ride page, as for their own edit', async () => {
  const [rider, dana] = [await buildRider(), await buildStaff()];
  const { id } = await bookPaidRide(rider);
  const chargeId = chargeIn(await edit(dana, id, { hours: 4 }));

  await payAtStripe(await openCharge(rider, id, chargeId));

  expect(await confirmCharge(chargeId)).toBe('settled');
  expect(await findRide(id)).toMatchObject({ hours: 4, charges: [{ status: 'paid' }] });
  expect(await findRideDifferences()).toEqual([]);
});

test('a rider’s own edit sends no payment link email, even if staff refund part of the ride meanwhile', async () => {
  const [rider, dana] = [await buildRider(), await buildStaff()];
  const { id } = await bookPaidRide(rider);
  const chargeId = chargeIn(await editAsRider(rider, id, { hours: 4 }));
  const { version } = await findRide(id);
  const refund = { version, kind: 'refund', amountCents: 500, reason: 'A dirty seat' };
  staffRideIn(await as(dana).post(`/api/ops/rides/${id}/adjust`, refund));

  expect(await mailsAbout(chargeId, 'payment-link')).toBe(0);
});

test('an expired or dropped staff edit leaves the ride unchanged, and its payment link is no longer emailed', async () => {
  const [rider, dana] = [await buildRider(), await buildStaff()];
  const { id } = await bookPaidRide(rider);
  const first = chargeIn(await edit(dana, id, { hours: 4 }));
  await changeCharges(id, { payBy: new Date(0) });
  expect(await EMAIL_TEMPLATES['payment-link'].compose(first)).toBeNull();
  await expireCharge(first);
  expect(await findRide(id)).toMatchObject({ hours: 3, pendingEdit: null, charges: [{ status: 'void' }] });

  const second = chargeIn(await edit(dana, id, { hours: 5 }));
  expect((await as(rider).post(`/api/rides/${id}/edit/drop`)).body).toMatchObject({ hours: 3, charges: [] });
  expect(await EMAIL_TEMPLATES['payment-link'].compose(second)).toBeNull();
  expect(await findRideDifferences()).toEqual([]);
});

test('a link payment for a staff edit is refunded if a driver has accepted the unedited ride meanwhile', async () => {
  const [rider, driver, dana] = [await buildRider(), await buildDriver(), await buildStaff()];
  const { id } = await bookPaidRide(rider);
  const chargeId = chargeIn(await edit(dana, id, { hours: 4 }));
  const { body } = await visitor().post(`/api${payLinkPath(chargeId)}/checkout`);
  await acceptRide(id, driver.id);
  await payCheckout({
    sessionId: Object(body).checkoutUrl.split('/').at(-1),
    buyerEmail: 'payer@example.com',
  });

  expect(await confirmCharge(chargeId)).toBe('refunding');

  expect(await payBack(id)).toMatchObject({ hours: 3, pendingEdit: null, status: 'accepted' });
  expect(await findRideDifferences()).toEqual([]);
});

test('a staff edit replaces the rider’s unpaid edit, and the audit log records both', async () => {
  const [rider, dana] = [await buildRider(), await buildStaff()];
  const { id } = await bookPaidRide(rider);
  const payment = await openCharge(rider, id, chargeIn(await editAsRider(rider, id, { hours: 4 })));

  expect((await edit(dana, id, { hours: 2 })).status).toBe(200);

  expect((await stripe.paymentIntents.retrieve(payment)).status).toBe('canceled');
  expect(await payBack(id)).toMatchObject({ hours: 2, pendingEdit: null, charges: [{ status: 'void' }] });
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['ride change given up', 'ride changed']);
  expect(await findRideDifferences()).toEqual([]);
});

test('a staff edit of a ride on account changes the fare without a charge or refund', async () => {
  const dana = await buildStaff();
  const { riderId: _, ...request } = buildRequest({ riderId: 'a'.repeat(24) });
  const booking = { ...request, customerEmail: `caller-${Date.now()}@example.com`, payment: 'account' };
  const { id } = staffRideIn(await as(dana).post('/api/ops/rides', booking));

  expect(await quote(dana, id, { hours: 4 })).toMatchObject({ dueCents: 0, toCardCents: 0 });
  expect(await edit(dana, id, { hours: 4 })).toMatchObject({ status: 200, body: { chargeId: null } });
  expect(await findRide(id)).toMatchObject({ fare: { fareCents: FOUR_HOURS }, bookedFare: null });
  expect(await edit(dana, id, { hours: 2 })).toMatchObject({ status: 200, body: { chargeId: null } });

  expect(await findRide(id)).toMatchObject({ hours: 2, charges: [], adjustments: [], refundOwed: null });
  expect(await findRideDifferences()).toEqual([]);
});

test('after a driver has accepted, staff can edit neither hours, places, time nor vehicle, and are told to unassign', async () => {
  const [rider, driver, dana] = [await buildRider(), await buildDriver(), await buildStaff()];
  const { id, version } = await bookPaidRide(rider);
  await assign(dana, { id, version }, driver);
  const before = await findRide(id);
  const forbidden: EditChanges[] = [
    { hours: 2 },
    { bookingType: 'point-to-point', hours: null },
    { pickupLocation: 'Wynn Las Vegas' },
    { stops: ['Sphere, 255 Sands Ave'] },
    { dropoffLocation: 'Wynn Las Vegas' },
    { scheduledDate: comingDay(3) },
    { scheduledTime: '19:00' },
    { rideType: 'lux-suv' },
  ];

  const message = expect.stringMatching(/To change them, unassign the ride first\.$/);
  const refused = { status: 409, body: { code: 'RIDE_STATE_CONFLICT', message } };
  for (const each of forbidden) {
    // One forbidden change among allowed ones refuses them all.
    const changes = { ...each, flightNumber: 'WN 1482' };
    const path = `/api/ops/rides/${id}/edit`;
    expect(await as(dana).post(`${path}-quote`, { changes })).toMatchObject(refused);
    const sent = { version: before.version, changes, expectedFareCents: THREE_HOURS };
    expect(await as(dana).post(path, sent)).toMatchObject(refused);
  }
  expect(await findRide(id)).toEqual(before);
});

test('an edit that staff send again after a lost reply returns its charge, which is mailed and recorded once', async () => {
  const [rider, dana, erin] = [await buildRider(), await buildStaff(), await buildStaff()];
  const { id } = await bookPaidRide(rider);
  const changes = { hours: 4 };
  const { version, fare } = await quote(dana, id, changes);
  const body = { version, changes, expectedFareCents: fare.fareCents };
  const send = (staff: UserRecord) => as(staff).post(`/api/ops/rides/${id}/edit`, body);
  const chargeId = chargeIn(await send(dana));
  const before = await findRide(id);

  expect(chargeIn(await send(dana))).toBe(chargeId);

  expect(codeOf(await send(erin))).toEqual([409, 'RIDE_CHANGED']);
  expect(await findRide(id)).toEqual(before);
  expect(await mailsAbout(chargeId, 'payment-link')).toBe(1);
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['ride change to be paid']);
});

test('after a driver has accepted, staff can edit passenger, flight and requests', async () => {
  const [rider, driver, dana] = [await buildRider(), await buildDriver(), await buildStaff()];
  const { id, version } = await bookPaidRide(rider);
  await assign(dana, { id, version }, driver);
  const changes = {
    passenger: { name: 'Jordan Lee', phone: '(702) 555-0199' },
    flightNumber: 'WN 1482',
    specialRequests: 'Child seat',
  };

  expect((await edit(dana, id, changes)).status).toBe(200);

  expect(await findRide(id)).toMatchObject({ ...changes, status: 'accepted', hours: 3 });
});

test.each(['in_progress', 'completed', 'cancelled'] as const)(
  'staff cannot edit a ride that is %s',
  async (status) => {
    const dana = await buildStaff();
    const { id, version } = await buildRide({ status, paymentStatus: 'paid' });
    const changes = { flightNumber: 'WN 1482' };

    const path = `/api/ops/rides/${id}/edit`;
    const body = { version, changes, expectedFareCents: THREE_HOURS };
    expect(codeOf(await as(dana).post(path, body))).toEqual([409, 'RIDE_STATE_CONFLICT']);
    expect(codeOf(await as(dana).post(`${path}-quote`, { changes }))).toEqual([409, 'RIDE_STATE_CONFLICT']);
    expect(await findRide(id)).toMatchObject({ flightNumber: null, version });
    expect(await auditOf(id)).toEqual([]);
  },
);

test('an edit at a wrong fare is refused, as is the second of two concurrent edits, which names the first author', async () => {
  const [rider, dana, kim] = [
    await buildRider(),
    await buildStaff('Dana Reyes'),
    await buildStaff('Kim Lane'),
  ];
  const { id, version } = await bookPaidRide(rider);
  const changes = { hours: 2 };
  const { fare } = await quote(dana, id, changes);
  const send = (staff: UserRecord, expectedFareCents = fare.fareCents) =>
    as(staff).post(`/api/ops/rides/${id}/edit`, { version, changes, expectedFareCents });
  expect(codeOf(await send(dana, THREE_HOURS))).toEqual([409, 'FEE_CHANGED']);

  const replies = await Promise.all([send(dana), send(kim)]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { history, revision } = await findRide(id);
  expect(revision).toBe(1);
  const second = {
    code: 'RIDE_CHANGED',
    message: `Changed by ${history.at(-1)?.by?.name} a moment ago; the board is up to date.`,
  };
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject(second);
  expect(await send(kim)).toMatchObject({ status: 409, body: second });
  await payBack(id);
  expect(await findRideDifferences()).toEqual([]);
});

test('riders and drivers cannot edit rides through the staff endpoints', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id, version } = await bookPaidRide(rider);
  const body = { version, changes: { hours: 2 }, expectedFareCents: THREE_HOURS };
  for (const client of [as(rider), as(driver)]) {
    expect((await client.post(`/api/ops/rides/${id}/edit`, body)).status).toBe(403);
    expect((await client.post(`/api/ops/rides/${id}/edit-quote`, { changes: {} })).status).toBe(403);
  }
  expect(await findRide(id)).toMatchObject({ version });
});
