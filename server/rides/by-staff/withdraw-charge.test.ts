import { expect, test } from 'vitest';
import { receiptOf } from '#common/rides/receipt.ts';
import { riderRideSchema } from '#common/rides/ride.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { as } from '../../testing/as.ts';
import { buildAdmin, buildDispatcher, buildRider } from '../../testing/build-user.ts';
import { openCharge, payAtStripe } from '../../testing/pay-charge.ts';
import { bookPaidRide, payBack, refundsAtStripe, staffRideIn } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { recordFailedChargeRefund } from '../charges/refund-charge.ts';
import { presentRiderRide } from '../present-ride.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

async function adjust(staff: UserRecord, rideId: string, kind: 'charge' | 'refund', amountCents: number) {
  const { version } = await findRide(rideId);
  const sent = { version, kind, amountCents, reason: 'One more stop' };
  return staffRideIn(await as(staff).post(`/api/ops/rides/${rideId}/adjust`, sent));
}

/** A paid ride with a further charge by an admin. */
async function buildCharged(amountCents: number) {
  const [rider, admin] = [await buildRider(), await buildAdmin()];
  const { id: rideId } = await bookPaidRide(rider);
  const { charges } = await adjust(admin, rideId, 'charge', amountCents);
  return { rider, admin, rideId, chargeId: charges.at(-1)?.id ?? '' };
}

async function withdraw(
  staff: UserRecord,
  { rideId, chargeId }: { rideId: string; chargeId: string },
  body: { version?: number; reason?: string } = {},
) {
  const { version } = await findRide(rideId);
  const sent = { version, reason: 'There was none', ...body };
  return as(staff).post(`/api/ops/rides/${rideId}/charges/${chargeId}/withdraw`, sent);
}

async function pay({ rider, rideId, chargeId }: Awaited<ReturnType<typeof buildCharged>>) {
  const paymentIntentId = await openCharge(rider, rideId, chargeId);
  await payAtStripe(paymentIntentId);
  expect(await confirmCharge(chargeId)).toBe('settled');
  return paymentIntentId;
}

test('a dispatcher can refund a paid charge only up to their refund limit; an admin can refund any', async () => {
  const charged = await buildCharged(10_001);
  const paymentIntentId = await pay(charged);

  const refused = await withdraw(await buildDispatcher(), charged);

  const message = 'Dispatchers can refund up to $100 a ride by hand. Please ask an admin.';
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', message } });
  expect((await findRide(charged.rideId)).charges).toMatchObject([{ status: 'paid' }]);
  staffRideIn(await withdraw(charged.admin, charged));
  await payBack(charged.rideId);
  expect(await refundsAtStripe(paymentIntentId)).toEqual([10_001]);
});

test('staff refunds and refunded charges count towards the same dispatcher limit', async () => {
  const dispatcher = await buildDispatcher();
  const charged = await buildCharged(6_000);
  await pay(charged);
  staffRideIn(await withdraw(dispatcher, charged));

  const { version } = await findRide(charged.rideId);
  const sent = { version, kind: 'refund', amountCents: 4_001, reason: 'Late pickup' };
  const refused = await as(dispatcher).post(`/api/ops/rides/${charged.rideId}/adjust`, sent);

  expect(refused).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('$60.00 of that is used') },
  });
  await adjust(dispatcher, charged.rideId, 'refund', 4_000);
});

test('a charge refund that failed at the bank is shown to the rider as failed, not as refunded', async () => {
  const charged = await buildCharged(5_000);
  await pay(charged);
  staffRideIn(await withdraw(charged.admin, charged));
  const refundId = (await payBack(charged.rideId)).charges.at(-1)?.refundId ?? '';
  expect(presentRiderRide(await findRide(charged.rideId))).toMatchObject({
    refundFailedAmount: null,
    charges: [{ status: 'refunded', givenBackCents: 5_000, refundedAt: expect.any(String) }],
  });

  await recordFailedChargeRefund(charged.chargeId, refundId, 'lost_or_stolen_card');

  const { body } = await as(charged.rider).get(`/api/rides/${charged.rideId}`);
  const seenRide = riderRideSchema.parse(body);
  expect(seenRide).toMatchObject({ refundFailedAmount: '$50.00', charges: [{ isFailed: true }] });
  expect(receiptOf({ ...seenRide, status: 'completed' })).toMatchObject({
    failed: { cents: 5_000, to: 'Visa 4242' },
    later: [{ cents: 5_000 }, { label: 'Back to Visa 4242, not taken', cents: -5_000 }],
  });
});

test('a dispatcher can withdraw an open charge above their refund limit, which becomes void', async () => {
  const charged = await buildCharged(50_000);

  const withdrawn = staffRideIn(await withdraw(await buildDispatcher(), charged));

  expect(withdrawn.charges).toMatchObject([{ status: 'void' }]);
});

test.each(['an open', 'a paid'])(
  'a withdrawal of %s charge that is sent again counts as made, but not for another person or reason',
  async (kind) => {
    const charged = await buildCharged(5_000);
    const { admin, rider, rideId, chargeId } = charged;
    const paymentIntentId =
      kind === 'a paid' ? await pay(charged) : await openCharge(rider, rideId, chargeId);
    const { version } = await findRide(rideId);

    const [first, second] = await Promise.all([1, 2].map(() => withdraw(admin, charged, { version })));
    const third = await withdraw(admin, charged, { version });
    if (kind === 'a paid') await payBack(rideId);
    const fourth = await withdraw(admin, charged, { version });

    expect([first, second, third, fourth].map((reply) => reply?.status)).toEqual([200, 200, 200, 200]);
    for (const refused of [
      await withdraw(await buildAdmin(), charged, { version }),
      await withdraw(admin, charged, { version, reason: 'A mistake' }),
      await withdraw(admin, charged),
    ]) {
      const message = 'This charge was already withdrawn.';
      expect(refused).toMatchObject({ status: 409, body: { code: 'RIDE_STATE_CONFLICT', message } });
    }
    const { history, charges } = await findRide(rideId);
    expect(charges).toMatchObject([{ status: kind === 'a paid' ? 'refunded' : 'void' }]);
    expect(history.filter(({ text }) => text?.includes('withdrawn'))).toHaveLength(1);
    const recorded = { action: 'ride charge withdrawn', 'subject.id': rideId };
    expect(await AuditModel.countDocuments(recorded)).toBe(1);
    expect(await refundsAtStripe(paymentIntentId)).toEqual(kind === 'a paid' ? [5_000] : []);
  },
);

test('a colleague’s note prevents a withdrawal, but a withdrawal made before it still counts as made', async () => {
  const [made, unmade] = [await buildCharged(5_000), await buildCharged(5_000)];
  const eli = await buildAdmin({ name: 'Eli Stone' });
  const note = ({ rideId }: { rideId: string }) =>
    as(eli).post(`/api/ops/rides/${rideId}/note`, { text: 'Wait' });
  const { version } = await findRide(made.rideId);
  const withdrawn = staffRideIn(await withdraw(made.admin, made, { version }));
  await note(made);
  const seen = await findRide(unmade.rideId);
  await note(unmade);

  const again = staffRideIn(await withdraw(made.admin, made, { version }));
  expect(again).toMatchObject({ version: withdrawn.version + 1, charges: [{ status: 'void' }] });
  expect(await withdraw(unmade.admin, unmade, { version: seen.version })).toMatchObject({
    status: 409,
    body: {
      code: 'RIDE_CHANGED',
      message: 'Note added by Eli Stone a moment ago; the board is up to date.',
    },
  });
  expect(await findRide(made.rideId)).toMatchObject({ version: again.version });
  expect((await findRide(unmade.rideId)).charges).toMatchObject([{ status: 'open' }]);
});
