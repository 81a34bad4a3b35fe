import { expect, onTestFinished, test, vi } from 'vitest';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { cancellationSchema } from '#common/rides/cancel-api.ts';
import type { EditChanges } from '#common/rides/edit-api.ts';
import { receiptOf } from '#common/rides/receipt.ts';
import { driverRideSchema, riderRideSchema } from '#common/rides/ride.ts';
import { as } from '../../testing/as.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildAdmin, buildDriver, buildRider } from '../../testing/build-user.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
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
import { confirmCharge } from '../charges/confirm-charge.ts';
import { findChargeDifferences } from '../charges/find-charge-differences.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { editRide } from '../edit/edit-ride.ts';
import { planEdit } from '../edit/plan-edit.ts';
import { composeCancelledEmail } from '../emails/cancelled-emails.ts';
import { reconcileRides } from '../payment/reconcile-rides.ts';
import { refundAdjustment } from '../payment/refund-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { cancelByRider } from './cancel-by-rider.ts';

setUpTestApp();

/** Fares of a Lux Sedan on a Tuesday for three hours, three and a half, and four. */
const THREE_HOURS = 23_358;
const LONGER = 27_055;
const FOUR_HOURS = 30_751;

const riderAs = ({ id, name }: UserRecord): AuditActor => ({ role: 'rider', id, name, address: null });
const ADMIN: AuditActor = { role: 'admin', id: 'f'.repeat(24), name: 'Ada Admin', address: null };

/** Requests an edit as the dialog does. @returns its charge */
async function edit(rider: UserRecord, rideId: string, changes: EditChanges): Promise<string> {
  const ride = await findRide(rideId);
  const { fare } = await planEdit(ride, changes);
  const { version } = ride;
  const asked = { rideId, version, changes, expectedFareCents: fare.fareCents, actor: riderAs(rider) };
  await editRide(asked);
  return (await findRide(rideId)).charges.at(-1)?.id ?? '';
}

/** Requests an edit and pays for it by card. @returns its charge after the payment */
async function editPaid(rider: UserRecord, rideId: string, changes: EditChanges) {
  const chargeId = await edit(rider, rideId, changes);
  await payAtStripe(await openCharge(rider, rideId, chargeId), 'pm_card_mastercard');
  expect(await confirmCharge(chargeId)).toBe('settled');
  return chargeOf(rideId, chargeId);
}

async function chargeOf(rideId: string, chargeId: string) {
  const charge = (await findRide(rideId)).charges.find(({ id }) => id === chargeId);
  if (!charge) throw new Error(`no charge ${chargeId}`);
  return charge;
}

interface Booking {
  /** The discount of the promo code. */
  promoCents: number;
  /** The hours that successive edits change the ride to. */
  hours: number[];
}

/**
 * A ride mostly or fully covered by a promo code, with edits paid by card. Its driver is on the way, and it
 * is late enough for a cancellation fee.
 */
async function bookEdited({ promoCents, hours }: Booking) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const promo = await buildPromo({ amountCents: promoCents });
  const { id, paymentIntentId } = await bookPaidRide(rider, { promoCodeId: promo.id });
  const charges = [];
  for (const each of hours) charges.push(await editPaid(rider, id, { hours: each }));
  await acceptRide(id, driver.id);
  await makeLate(id);
  return { rideId: id, rider, driver, charges, paymentIntentId, promo };
}

/** Moves the whole history to twenty minutes ago and the pickup to ten minutes from now. */
async function makeLate(rideId: string, arrivedAt: Date | null = null): Promise<void> {
  const { history } = await RideModel.findById(rideId).lean().orFail();
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  await RideModel.updateOne(
    { _id: rideId },
    {
      scheduledAt: minutes(arrivedAt ? -20 : 10),
      arrivedAt,
      history: history.map((entry) => ({ ...entry, at: minutes(-20) })),
    },
  );
}

const readMail = async (rideId: string) => JSON.stringify((await composeCancelledEmail(rideId))?.parts);

async function readQuote(rider: UserRecord, rideId: string) {
  const { body } = await as(rider).get(`/api/rides/${rideId}/cancellation`);
  return cancellationSchema.parse(body);
}

const cancel = (rider: UserRecord, rideId: string, expectedFeeCents: number) =>
  as(rider).post(`/api/rides/${rideId}/cancel`, { expectedFeeCents });

const refundsOf = async (charges: readonly { paymentIntentId: string | null }[]) =>
  Promise.all(charges.map(({ paymentIntentId }) => refundsAtStripe(paymentIntentId)));

/** Checks a ride's charges against their payments, after the time in which differences are tolerated. */
async function findChargeDifferencesLater(rideId: string) {
  await makeLate(rideId);
  const since = new Date(Date.now() - 3_600_000);
  const differences = await findChargeDifferences({ payments: [], since, isUser: async () => true });
  return differences.filter(({ subject }) => subject.id === rideId);
}

test('if a promo code paid the booking, the fee is kept from a paid edit and the rest is refunded once', async () => {
  const { rideId, rider, charges } = await bookEdited({ promoCents: THREE_HOURS, hours: [4] });
  const [charge] = charges;
  const backCents = FOUR_HOURS - THREE_HOURS - 500;
  expect(charge?.amountCents).toBe(backCents + 500);

  expect(await readQuote(rider, rideId)).toMatchObject({
    feeCents: 500,
    toCardCents: backCents,
    toGiftCardCents: 0,
  });
  expect(await cancel(rider, rideId, 500)).toMatchObject({
    status: 200,
    body: { status: 'cancelled', cancellationFee: '$5.00', paymentStatus: 'waived' },
  });
  const mail = await readMail(rideId);
  expect(mail).toContain('"Cancellation fee","$5.00"');
  expect(mail).toContain('"label":"Back to Mastercard 4444","amount":"$68.93"');
  await payBack(rideId);
  const ride = await payBack(rideId);

  expect(ride).toMatchObject({
    paymentStatus: 'waived',
    refundOwed: null,
    cancellation: { by: 'rider', feeCents: 500 },
    charges: [{ status: 'paid' }],
    refunds: [{ reason: 'adjustment', amountCents: backCents, chargeId: charge?.id }],
  });
  expect(await refundsOf(charges)).toEqual([[backCents]]);
  expect(await readMail(rideId)).toBe(mail);
  const { body } = await as(rider).get(`/api/rides/${rideId}`);
  expect(receiptOf(riderRideSchema.parse(body))).toMatchObject({
    total: { label: 'Cancellation fee', cents: 500 },
    later: [{ cents: charge?.amountCents }, { label: expect.stringMatching(/^Back to Mastercard 4444, /) }],
  });
  expect(await findRideDifferences()).toEqual([]);
  expect(await findChargeDifferencesLater(rideId)).toEqual([]);
});

test('if a promo code paid the booking, the no-show fee is kept from a paid edit and the driver earns 80% of it', async () => {
  const { rideId, driver, charges } = await bookEdited({ promoCents: THREE_HOURS, hours: [4] });
  await makeLate(rideId, new Date(Date.now() - 1_200_000));
  const path = `/api/rides/${rideId}/no-show`;
  const backCents = FOUR_HOURS - THREE_HOURS - 1_500;
  expect((await as(driver).get(path)).body).toEqual({ feeCents: 1_500, backCents });

  const { status, body } = await as(driver).post(path);
  expect(status).toBe(200);
  expect(driverRideSchema.parse(body)).toMatchObject({ status: 'cancelled', driverShare: '$12.00' });
  await payBack(rideId);

  expect(await refundsOf(charges)).toEqual([[backCents]]);
  expect(await findRideDifferences()).toEqual([]);
});

test('when operations cancel, a paid edit is refunded in full without a fee', async () => {
  const { rideId, charges } = await bookEdited({ promoCents: THREE_HOURS, hours: [4] });
  const admin = await buildAdmin();
  const { version } = await findRide(rideId);
  const path = `/api/ops/rides/${rideId}`;
  const { body: quote } = await as(admin).get(`${path}/cancellation?by=operations`);
  const { feeCents, toCardCents, toGiftCardCents } = cancellationSchema.parse(quote);
  expect([feeCents, toCardCents, toGiftCardCents]).toEqual([0, FOUR_HOURS - THREE_HOURS, 0]);

  const expected = { feeCents, toCardCents, toGiftCardCents };
  const sent = { version, by: 'operations', reason: 'No vehicle', expected };
  staffRideIn(await as(admin).post(`${path}/cancel`, sent));
  const ride = await payBack(rideId);

  expect(ride).toMatchObject({ adjustments: [], charges: [{ status: 'refunded', refundId: /^re_/ }] });
  expect(await refundsOf(charges)).toEqual([[FOUR_HOURS - THREE_HOURS]]);
  expect(await findRideDifferences()).toEqual([]);
});

test('the cancellation fee is kept from the booking first, then from the first edit; the last edit is refunded', async () => {
  // The booking's card pays $1.00 of the fee.
  const { rideId, rider, charges, paymentIntentId } = await bookEdited({
    promoCents: THREE_HOURS - 100,
    hours: [3.5, 4],
  });
  expect(charges.map(({ amountCents }) => amountCents)).toEqual([LONGER - THREE_HOURS, FOUR_HOURS - LONGER]);
  const [first, last] = charges.map(({ amountCents }) => amountCents);

  expect(await readQuote(rider, rideId)).toMatchObject({
    feeCents: 500,
    toCardCents: 100 + (first ?? 0) + (last ?? 0) - 500,
  });
  await cancel(rider, rideId, 500);
  const ride = await payBack(rideId);

  expect(ride).toMatchObject({
    paymentStatus: 'paid',
    charges: [{ status: 'paid' }, { status: 'refunded' }],
  });
  expect(await refundsAtStripe(paymentIntentId)).toEqual([]);
  expect(await refundsOf(charges)).toEqual([[(first ?? 0) - 400], [last]]);
  expect(await findRideDifferences()).toEqual([]);
  expect(await findChargeDifferencesLater(rideId)).toEqual([]);
});

test('an edit smaller than the cancellation fee is kept in full, and the next edit in part', async () => {
  const { rideId, rider, charges } = await bookEdited({ promoCents: LONGER - 300, hours: [3.5, 4] });
  const [, last] = charges.map(({ amountCents }) => amountCents);
  expect(charges[0]?.amountCents).toBe(300);

  await cancel(rider, rideId, 500);
  const ride = await payBack(rideId);

  expect(ride).toMatchObject({ charges: [{ status: 'paid' }, { status: 'paid' }], adjustments: [{}] });
  expect(await refundsOf(charges)).toEqual([[], [(last ?? 0) - 200]]);
  expect(await findRideDifferences()).toEqual([]);
});

test('a refund job killed after the refund at Stripe is retried without a second refund', async () => {
  const { rideId, rider, charges } = await bookEdited({ promoCents: THREE_HOURS, hours: [4] });
  await cancel(rider, rideId, 500);
  const [owed] = (await findRide(rideId)).adjustments;
  const write = vi.spyOn(RideModel, 'findOneAndUpdate');
  onTestFinished(() => write.mockRestore());
  write.mockImplementationOnce(() => {
    throw new Error('killed');
  });

  await expect(refundAdjustment({ rideId, adjustmentId: owed?.id ?? '' })).rejects.toThrow('killed');
  expect(await refundsOf(charges)).toEqual([[FOUR_HOURS - THREE_HOURS - 500]]);
  await reconcileRides();
  const ride = await payBack(rideId);

  expect(ride.adjustments[0]).not.toHaveProperty('owedSince');
  expect(ride.refunds).toHaveLength(1);
  expect(await refundsOf(charges)).toEqual([[FOUR_HOURS - THREE_HOURS - 500]]);
  expect(await findRideDifferences()).toEqual([]);
});

test('when staff refund an edit while the rider cancels, the refunds add up to the payment minus the fee', async () => {
  const { rideId, rider, charges } = await bookEdited({ promoCents: THREE_HOURS, hours: [4] });
  const { version } = await findRide(rideId);
  const most = FOUR_HOURS - THREE_HOURS;
  const refund = { rideId, version, kind: 'refund', amountCents: most - 300, reason: 'Late' } as const;

  const [byHand] = await Promise.allSettled([
    adjustRide({ ...refund, actor: ADMIN, idempotencyKey: null }),
    cancelByRider({ rideId, expectedFeeCents: 500, reason: '', actor: riderAs(rider) }),
    payBack(rideId),
  ]);
  const ride = await payBack(rideId);

  // If the refund came before the cancellation, only $3 are left for the fee.
  const feeCents = byHand.status === 'fulfilled' ? 300 : 500;
  expect(ride).toMatchObject({ status: 'cancelled', cancellation: { feeCents } });
  const [back] = await refundsOf(charges);
  expect(back?.reduce((sum, cents) => sum + cents, 0)).toBe(most - feeCents);
  expect(await findRideDifferences()).toEqual([]);
});

test('a kept cancellation fee can be refunded by staff afterwards, and nothing more', async () => {
  const { rideId, rider, charges } = await bookEdited({ promoCents: THREE_HOURS, hours: [4] });
  await cancel(rider, rideId, 500);
  await payBack(rideId);
  const admin = await buildAdmin();
  const refund = async (amountCents: number) => {
    const { version } = await findRide(rideId);
    const sent = { version, kind: 'refund', amountCents, reason: 'Goodwill' };
    return as(admin).post(`/api/ops/rides/${rideId}/adjust`, sent);
  };

  expect(await refund(501)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('$5.00') },
  });
  expect(staffRideIn(await refund(500))).toMatchObject({ refundableCents: 0 });
  const ride = await payBack(rideId);

  expect(ride.paymentStatus).toBe('refunded');
  expect(await refundsOf(charges)).toEqual([[FOUR_HOURS - THREE_HOURS - 500, 500]]);
  expect(await findRideDifferences()).toEqual([]);
});

test('an edit whose payment is confirmed after the cancellation is refunded in full, and the fee is kept', async () => {
  const { rideId, rider, charges } = await bookPending();
  const [, late] = (await findRide(rideId)).charges;
  await payAtStripe(await openCharge(rider, rideId, late?.id ?? ''));
  await cancel(rider, rideId, 500);

  expect(await confirmCharge(late?.id ?? '')).toBe('refunding');
  const ride = await payBack(rideId);

  expect(ride.charges).toMatchObject([{ status: 'paid' }, { status: 'refunded', isTooLate: true }]);
  expect(await refundsOf(ride.charges)).toEqual([[charges[0].amountCents - 500], [late?.amountCents]]);
  expect(await findRideDifferences()).toEqual([]);
});

/**
 * Like `bookEdited`, with a second edit waiting for payment. The ride has a driver id but stays an offer,
 * because accepting it would void the pending edit.
 */
async function bookPending() {
  const rider = await buildRider();
  const promo = await buildPromo({ amountCents: THREE_HOURS });
  const { id: rideId } = await bookPaidRide(rider, { promoCodeId: promo.id });
  const first = await editPaid(rider, rideId, { hours: 3.5 });
  await edit(rider, rideId, { hours: 4 });
  await makeLate(rideId);
  await RideModel.updateOne({ _id: rideId }, { driverId: (await buildDriver()).id });
  return { rideId, rider, charges: [first] as const };
}

test('the money check reports a cancelled ride that keeps more or less of its charges than the fee', async () => {
  const { rideId, rider } = await bookEdited({ promoCents: THREE_HOURS, hours: [4] });
  await cancel(rider, rideId, 500);
  await payBack(rideId);
  const findDifferences = async () =>
    (await findRideDifferences()).filter(({ subject }) => subject.id === rideId);
  const { adjustments, refunds } = await RideModel.findById(rideId).lean().orFail();
  onTestFinished(async () => void (await RideModel.updateOne({ _id: rideId }, { adjustments, refunds })));

  await RideModel.updateOne({ _id: rideId }, { adjustments: [], refunds: [] });
  expect(await findDifferences()).toMatchObject([
    { text: expect.stringContaining('for 500, but keeps 7393') },
  ]);

  const all = FOUR_HOURS - THREE_HOURS;
  await RideModel.updateOne(
    { _id: rideId },
    {
      adjustments: adjustments.map((each) => ({ ...each, toCardCents: all })),
      refunds: refunds.map((each) => ({ ...each, amountCents: all })),
    },
  );
  expect(await findDifferences()).toMatchObject([
    { text: expect.stringContaining('for 500, but keeps 0') },
    { text: expect.stringContaining('gave back all that was paid for it, but is waived') },
  ]);
});
