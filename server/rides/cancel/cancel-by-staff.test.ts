import { expect, test } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { cancellationSchema } from '#common/rides/cancel-api.ts';
import { receiptOf } from '#common/rides/receipt.ts';
import { riderRideSchema } from '#common/rides/ride.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { stripe } from '../../infra/stripe.ts';
import { MailModel } from '../../mail/mail-model.ts';
import { PromoModel } from '../../promos/promo-model.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard, soundCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { bookRide, buildRide, pay } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import {
  bookPaidRide,
  findRideDifferences,
  payBack,
  refundsAtStripe,
  staffRideIn,
} from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { adjustRide } from '../by-staff/adjust-ride.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { composeCancelledEmail } from '../emails/cancelled-emails.ts';
import { noteRide } from '../note-ride.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { findEarnings } from '../ride-earnings.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide, hasRidden } from '../ride-queries.ts';
import { cancelByStaff } from './cancel-by-staff.ts';

setUpTestApp();

const FARE_CENTS = 23_358;
const LATE = { scheduledAt: new Date(Date.now() + 30 * 60_000) };

/**
 * Makes a ride accepted, paid ten minutes ago, with its pickup in half an hour: cancelling costs the rider
 * $5.
 */
async function makeLate({ id }: RideRecord): Promise<RideRecord> {
  const driver = await buildDriver();
  await acceptRide(id, driver.id);
  const doc = await RideModel.findById(id).lean().orFail();
  const history = doc.history.map((entry) => ({ ...entry, at: new Date(Date.now() - 600_000) }));
  await RideModel.updateOne({ _id: id }, { ...LATE, history });
  return findRide(id);
}

let staff: UserRecord | null = null;
async function dispatcher(): Promise<UserRecord> {
  staff ??= await buildDispatcher();
  return staff;
}

async function quote(rideId: string, by: 'operations' | 'rider') {
  const { status, body } = await as(await dispatcher()).get(`/api/ops/rides/${rideId}/cancellation?by=${by}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return cancellationSchema.parse(body);
}

interface Cancelling {
  /** Defaults to the dispatcher of these tests. */
  canceller?: UserRecord;
  /** Sums on screen that differ from the current ones. */
  expected?: object;
}

async function cancel(
  ride: RideRecord,
  by: 'operations' | 'rider',
  { canceller, expected }: Cancelling = {},
) {
  const { feeCents, toCardCents, toGiftCardCents } = await quote(ride.id, by);
  return as(canceller ?? (await dispatcher())).post(`/api/ops/rides/${ride.id}/cancel`, {
    version: ride.version,
    by,
    reason: 'Flight cancelled',
    expected: { feeCents, toCardCents, toGiftCardCents, ...expected },
  });
}

test('when operations cancel, all is refunded, rider and driver see it at once and the rider gets an email', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const promo = await buildPromo({ totalCap: 1 });
  const ride = await bookPaidRide(rider, { promoCodeId: promo.id });
  const accepted = await acceptRide(ride.id, driver.id);
  const [ridersPage, driversPage] = [await connectSocket(rider), await connectSocket(driver)];

  const cancelled = staffRideIn(await cancel(accepted, 'operations'));

  expect(cancelled).toMatchObject({
    status: 'cancelled',
    cancellation: { by: 'operations', feeCents: 0, reason: 'Flight cancelled' },
    history: [{}, {}, {}, { change: 'cancelled', by: { role: 'dispatcher' }, text: 'Flight cancelled' }],
  });
  expect(await ridersPage.next('ride:changed')).toMatchObject([
    { status: 'cancelled', cancelledBy: 'operations' },
  ]);
  expect(await driversPage.next('ride:changed')).toMatchObject([{ status: 'cancelled' }]);
  const after = await payBack(ride.id);
  await payBack(ride.id);
  expect(after).toMatchObject({ paymentStatus: 'refunded', refundOwed: null });
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([ride.fare.totalCents]);
  expect((await PromoModel.findById(promo.id))?.uses).toBe(0);
  expect(await MailModel.countDocuments({ template: 'ride-cancelled', aboutId: ride.id })).toBe(1);
  expect(JSON.stringify(await composeCancelledEmail(ride.id))).toContain('5 to 7 business days');
  expect(await AuditModel.findOne({ action: 'ride cancelled', 'subject.id': ride.id }).lean()).toMatchObject({
    actor: { role: 'dispatcher' },
    before: { status: 'accepted', toCardCents: ride.fare.totalCents },
    after: { feeCents: 0, toCardCents: ride.fare.totalCents },
  });
  expect(await findRideDifferences()).toEqual([]);
});

test.each([
  ['by card alone', 0, { toCardCents: FARE_CENTS - 500, toGiftCardCents: 0 }],
  ['by both', 10_000, { toCardCents: FARE_CENTS - 10_500, toGiftCardCents: 10_000 }],
  ['almost by gift card', FARE_CENTS - 300, { toCardCents: 0, toGiftCardCents: FARE_CENTS - 500 }],
  ['by gift card alone', 50_000, { toCardCents: 0, toGiftCardCents: FARE_CENTS - 500 }],
])(
  'a late cancellation for a rider who paid %s refunds all but $5, to the bank card first',
  async (_how, cardCents, back) => {
    const card = cardCents > 0 ? await buildGiftCard(cardCents) : null;
    const promoless = card ? { giftCardId: card.pass } : {};
    const rider = await buildRider();
    const ride = await makeLate(await bookPaidRide(rider, promoless));

    expect(await quote(ride.id, 'rider')).toMatchObject({ feeCents: 500, ...back, freeUntil: null });
    staffRideIn(await cancel(ride, 'rider'));

    const after = await payBack(ride.id);
    expect(SETTLED_STILL).toContain(after.paymentStatus);
    expect(after.refunds).toMatchObject([
      { reason: 'cancelled', amountCents: back.toCardCents, giftCardCents: back.toGiftCardCents },
    ]);
    if (ride.paymentIntentId) {
      expect(await refundsAtStripe(ride.paymentIntentId)).toEqual(
        back.toCardCents > 0 ? [back.toCardCents] : [],
      );
    }
    if (card) {
      const spent = Math.min(cardCents, FARE_CENTS);
      expect((await soundCard(card.id)).balanceCents).toBe(cardCents - spent + back.toGiftCardCents);
    }
    const { body } = await as(rider).get(`/api/rides/${ride.id}`);
    expect(body).toMatchObject({ status: 'cancelled', cancelledBy: 'rider', cancellationFee: '$5.00' });
    expect(await findRideDifferences()).toEqual([]);
  },
);
const SETTLED_STILL = ['paid', 'waived'];

test.each([
  ['in part', 200, { paymentStatus: 'paid', cancellationFee: '$3.00' }, 300],
  ['whole', 500, { paymentStatus: 'refunded', cancellationFee: null }, 0],
])(
  'when staff refund a fee %s, the rider sees what is kept and the driver keeps a share of the full fee',
  async (_what, amountCents, seen, keptCents) => {
    const rider = await buildRider();
    const ride = await makeLate(await bookPaidRide(rider));
    staffRideIn(await cancel(ride, 'rider'));
    const { version } = await payBack(ride.id);

    const by = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null } as const;
    const refund = { rideId: ride.id, version, kind: 'refund', amountCents } as const;
    await adjustRide({ ...refund, reason: 'Goodwill', actor: by, idempotencyKey: null });
    await payBack(ride.id);

    const { body } = await as(rider).get(`/api/rides/${ride.id}`);
    expect(body).toMatchObject({ status: 'cancelled', ...seen });
    expect(receiptOf(riderRideSchema.parse(body))?.total.cents).toBe(keptCents);
    expect(await findEarnings([ride.id])).toMatchObject([{ driverId: ride.driverId, shareCents: 400 }]);
    expect(await findRideDifferences()).toEqual([]);
  },
);

test('after a cancellation with a fee the promo code stays used, and the ride does not count as ridden', async () => {
  const rider = await buildRider();
  const promo = await buildPromo({ totalCap: 1 });
  const ride = await makeLate(await bookPaidRide(rider, { promoCodeId: promo.id }));

  staffRideIn(await cancel(ride, 'rider'));
  await payBack(ride.id);

  expect((await PromoModel.findById(promo.id))?.uses).toBe(1);
  expect(await hasRidden(rider.id)).toBe(false);
  expect(await findRideDifferences()).toEqual([]);
});

test('when staff cancel an unpaid ride, its payment is cancelled and its holds are released', async () => {
  const card = await buildGiftCard(10_000);
  const booked = await bookRide(await buildRider(), { giftCardId: card.pass });
  const ride = await findRide(booked.ride.id);

  const cancelled = staffRideIn(await cancel(ride, 'rider'));

  expect(cancelled).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'expired',
    cancellation: { feeCents: 0 },
  });
  expect(await stripe.paymentIntents.retrieve(ride.paymentIntentId ?? '')).toMatchObject({
    status: 'canceled',
  });
  expect((await soundCard(card.id)).balanceCents).toBe(10_000);
  expect(await MailModel.countDocuments({ template: 'ride-cancelled', aboutId: ride.id })).toBe(1);
});

test('cancelling an unpaid ride while a colleague adds a note still cancels its payment', async () => {
  const booked = await bookRide(await buildRider());
  const { id: rideId, version, paymentIntentId } = await findRide(booked.ride.id);
  const admin: AuditActor = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null };
  const expected = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };

  await Promise.all([
    cancelByStaff({ rideId, version, by: 'operations', expected, reason: 'Closed', actor: admin }),
    noteRide({ rideId, text: 'Called', actor: admin, idempotencyKey: null }),
  ]);

  const { history, ...after } = await findRide(rideId);
  expect(after).toMatchObject({ status: 'cancelled', paymentStatus: 'expired' });
  expect(history.map(({ change }) => change)).toEqual(expect.arrayContaining(['noted', 'cancelled']));
  expect(await stripe.paymentIntents.retrieve(paymentIntentId ?? '')).toMatchObject({ status: 'canceled' });
});

test('staff cannot cancel a ride as unpaid whose payment just succeeded; a cancelled flagged ride is refunded', async () => {
  const booked = await bookRide(await buildRider());
  const ride = await findRide(booked.ride.id);
  await pay(booked);

  const refused = await cancel(ride, 'operations');

  expect(refused).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
  expect(await confirmPayment(ride.id)).toBe('settled');

  const other = await bookRide(await buildRider());
  await pay(other);
  const flagged = await findRide(other.ride.id);
  await RideModel.updateOne({ _id: flagged.id }, { paymentStatus: 'flagged' });
  staffRideIn(await cancel(flagged, 'operations'));
  expect(await payBack(flagged.id)).toMatchObject({ paymentStatus: 'refunded' });
  expect(await refundsAtStripe(flagged.paymentIntentId)).toEqual([FARE_CENTS]);
});

test('when staff cancel while a driver accepts, exactly one of the two succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const ride = await bookPaidRide(await buildRider());
    const driver = await buildDriver();

    const [cancelled, accepted] = await Promise.allSettled([
      cancel(ride, 'operations'),
      acceptRide(ride.id, driver.id),
    ]);

    const reply = cancelled.status === 'fulfilled' ? cancelled.value : null;
    const after = await findRide(ride.id);
    if (reply?.status === 200) {
      expect([after.status, after.driverId]).toEqual(['cancelled', null]);
      expect(accepted.status).toBe('rejected');
    } else {
      expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
      expect(after.status).toBe('accepted');
    }
  }
});

test('of two concurrent cancellations by staff one succeeds, and the other gets a conflict that names who did', async () => {
  const ride = await bookPaidRide(await buildRider());
  const [dana, eli] = [
    await buildDispatcher({ name: 'Dana Reyes' }),
    await buildDispatcher({ name: 'Eli Stone' }),
  ];
  await Promise.all([dana, eli].map((each) => as(each).signIn()));

  const replies = await Promise.all(
    [dana, eli].map((canceller) => cancel(ride, 'operations', { canceller })),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [first, second] = replies[0]?.status === 200 ? [dana, eli] : [eli, dana];
  expect(replies[second === eli ? 1 : 0]?.body).toEqual({
    code: 'RIDE_CHANGED',
    message: `Cancelled by ${first.name} a moment ago; the board is up to date.`,
  });
  const { status, history } = await findRide(ride.id);
  expect(status).toBe('cancelled');
  expect(history.filter(({ change }) => change === 'cancelled')).toMatchObject([{ by: { id: first.id } }]);
  await payBack(ride.id);
  expect(await refundsAtStripe(ride.paymentIntentId)).toEqual([FARE_CENTS]);
});

test('a cancellation is refused if the fee has risen since it was shown', async () => {
  const ride = await makeLate(await bookPaidRide(await buildRider()));

  const refused = await cancel(ride, 'rider', { expected: { feeCents: 0, toCardCents: FARE_CENTS } });

  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'FEE_CHANGED', message: 'The sums changed a moment ago. Please look again.' },
  });
  expect(await findRide(ride.id)).toMatchObject({ status: 'accepted', version: ride.version });
});

test.each(['in_progress', 'completed', 'cancelled'] as const)(
  'staff cannot cancel a ride that is %s',
  async (status) => {
    const ride = await buildRide({ status, paymentStatus: 'paid' });

    const path = `/api/ops/rides/${ride.id}/cancel`;
    const expected = { feeCents: 0, toCardCents: 0, toGiftCardCents: 0 };
    const body = { version: ride.version, by: 'operations', reason: 'Closed', expected };
    const refused = await as(await dispatcher()).post(path, body);

    expect(refused).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT' } });
  },
);

test.each(['a paid', 'an unpaid'])(
  'a cancellation of %s ride that is sent again counts as made',
  async (kind) => {
    const rider = await buildRider();
    const ride =
      kind === 'a paid' ? await bookPaidRide(rider) : await findRide((await bookRide(rider)).ride.id);
    const { feeCents, toCardCents, toGiftCardCents } = await quote(ride.id, 'operations');
    const body = {
      ...{ version: ride.version, by: 'operations', reason: 'Flight cancelled' },
      expected: { feeCents, toCardCents, toGiftCardCents },
    };
    const path = `/api/ops/rides/${ride.id}/cancel`;

    const [first, second] = await Promise.all(
      [1, 2].map(async () => as(await dispatcher()).post(path, body)),
    );
    const third = await as(await dispatcher()).post(path, body);
    const other = await as(await buildDispatcher()).post(path, body);

    expect([first, second, third].map((reply) => reply?.status)).toEqual([200, 200, 200]);
    expect(other).toMatchObject({ status: 409, body: { code: 'RIDE_CHANGED' } });
    const { history, cancellation } = await findRide(ride.id);
    expect(history.filter(({ change }) => change === 'cancelled')).toHaveLength(1);
    expect(cancellation).toMatchObject({ by: 'operations', reason: 'Flight cancelled' });
  },
);
