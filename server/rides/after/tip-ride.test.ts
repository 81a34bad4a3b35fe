import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { driverRideSchema } from '#common/rides/ride.ts';
import { type Tip, tipRide } from '#common/rides/tips-api.ts';
import { listOwnStatements, readDayReport } from '#common/statements/statements-api.ts';
import { weekAt } from '#common/statements/week.ts';
import { dateInVegas } from '#common/time.ts';
import { stripe } from '../../infra/stripe.ts';
import { correctStatements } from '../../statements/change-statement.ts';
import { as } from '../../testing/as.ts';
import { buildRide, paymentIntentOf } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { payAtStripe } from '../../testing/pay-charge.ts';
import { findRideDifferences, payBack, refundsAtStripe, staffRideIn } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { Reply } from '../../testing/test-client.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import type { RideDoc } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

const DAY_MS = 86_400_000;
/** 18% of the base rate of $165.00. */
const TIP_CENTS = 2_970;

async function complete(overrides: Partial<RideDoc> = {}) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const owners = { riderId: rider.id, driverId: driver.id };
  // Booked by phone on account, so that there is no Stripe payment of the fare to compare.
  const ride = await buildRide({
    status: 'completed',
    paymentStatus: 'on_account',
    ...owners,
    ...overrides,
  });
  return { rider, driver, rideId: ride.id };
}

const tip = (rider: UserRecord, rideId: string, chosen: Tip) =>
  as(rider).post(`/api/rides/${rideId}/tip`, { tip: chosen });

function chargeIn({ status, body }: Reply): string {
  expect(status, JSON.stringify(body)).toBe(200);
  return tipRide.reply.parse(body).chargeId;
}

async function open(rider: UserRecord, rideId: string, chargeId: string): Promise<string | null> {
  const { status, body } = await as(rider).post(`/api/rides/${rideId}/charges/${chargeId}/checkout`);
  return status === 200 ? paymentIntentOf((body as { clientSecret: string }).clientSecret) : null;
}

async function payTip(rider: UserRecord, rideId: string, chosen: Tip) {
  const chargeId = chargeIn(await tip(rider, rideId, chosen));
  const paymentIntentId = await open(rider, rideId, chargeId);
  await payAtStripe(paymentIntentId ?? '');
  expect(await confirmCharge(chargeId)).toBe('settled');
  return { chargeId, paymentIntentId };
}

const tipsOf = async (rideId: string) =>
  (await findRide(rideId)).charges.map(({ kind, amountCents, status }) => [kind, amountCents, status]);

const ownWeek = async (driver: UserRecord) =>
  listOwnStatements.reply.parse((await as(driver).get('/api/statements')).body).statements[0];

test('a paid tip goes entirely to the driver, live, in the driver’s and staff’s statements and the day report', async () => {
  const { rider, driver, rideId } = await complete();
  const driversPage = await connectSocket(driver);

  await payTip(rider, rideId, { percentage: 18 });

  const seen = driverRideSchema.parse((await as(driver).get(`/api/rides/${rideId}`)).body);
  expect(seen.driverShare).toBe(`$${((13_200 + 3_563 + TIP_CENTS) / 100).toFixed(2)}`);
  await driversPage.next('ride:changed');
  const week = await ownWeek(driver);
  expect(week).toMatchObject({ shareCents: 13_200, tipCents: 3_563 + TIP_CENTS });
  const admin = as(await buildAdmin());
  const staffs = await admin.get(`/api/ops/statements/${driver.id}?week=${weekAt(new Date())}`);
  expect(staffs.body).toMatchObject({ paysCents: week?.paysCents, rides: week?.rides });
  const report = await admin.get(`/api/ops/day-report?day=${dateInVegas(new Date())}`);
  const { tips, furtherCharges } = readDayReport.reply.parse(report.body);
  expect(tips.cents).toBeGreaterThanOrEqual(TIP_CENTS);
  expect(furtherCharges.cents).toBe(0);
  expect((await as(rider).get(`/api/rides/${rideId}`)).body).toMatchObject({
    charges: [{ kind: 'tip', status: 'paid', card: { brand: 'visa', last4: '4242' } }],
  });
  expect(await findRideDifferences()).toEqual([]);
});

test.each<[object, number]>([
  [{ percentage: 15 }, 2_475],
  [{ percentage: 25 }, 4_125],
  [{ amountCents: 100 }, 100],
  [{ amountCents: 50_000 }, 50_000],
])('the tip %j on a base rate of $165.00 is %i cents', async (chosen, cents) => {
  const { rider, rideId } = await complete();
  chargeIn(await tip(rider, rideId, chosen as Tip));
  expect(await tipsOf(rideId)).toEqual([['tip', cents, 'open']]);
});

test.each([{}, { percentage: 19 }, { amountCents: 99 }, { amountCents: 50_001 }, { amountCents: 150.5 }])(
  'the tip %j is rejected as invalid',
  async (chosen) => {
    const { rider, rideId } = await complete();
    const reply = await as(rider).post(`/api/rides/${rideId}/tip`, { tip: chosen });
    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
    expect(await tipsOf(rideId)).toEqual([]);
  },
);

test('a ride that is in progress, was completed 31 days ago or is of another rider cannot be tipped', async () => {
  const [late, underWay] = [
    await complete({ completedAt: new Date(Date.now() - 31 * DAY_MS) }),
    await complete({ status: 'in_progress', completedAt: null }),
  ];
  const five = { amountCents: 500 };
  expect((await tip(late.rider, late.rideId, five)).status).toBe(409);
  expect((await tip(underWay.rider, underWay.rideId, five)).status).toBe(409);
  expect((await tip(await buildRider(), late.rideId, five)).status).toBe(404);
  expect((await tip(late.driver, late.rideId, five)).status).toBe(403);
});

test('a declined tip can be retried or replaced by another amount; a paid tip is final', async () => {
  const { rider, rideId } = await complete();
  const first = chargeIn(await tip(rider, rideId, { percentage: 25 }));
  const intent = await open(rider, rideId, first);
  await expect(payAtStripe(intent ?? '', 'pm_card_visa_chargeDeclined')).rejects.toThrow(/declined/);
  expect(await confirmCharge(first)).toBe('unpaid');

  expect(chargeIn(await tip(rider, rideId, { percentage: 25 }))).toBe(first);
  const second = chargeIn(await tip(rider, rideId, { amountCents: 700 }));

  expect(await tipsOf(rideId)).toEqual([
    ['tip', 4_125, 'void'],
    ['tip', 700, 'open'],
  ]);
  expect((await stripe.paymentIntents.retrieve(intent ?? '')).status).toBe('canceled');
  await payAtStripe((await open(rider, rideId, second)) ?? '');
  // Refused before the payment is confirmed, and after.
  const refused = await tip(rider, rideId, { amountCents: 900 });
  expect(refused).toMatchObject({ status: 409, body: { code: 'PAYMENT_IN_PROGRESS' } });
  expect(await confirmCharge(second)).toBe('settled');
  expect(await tip(rider, rideId, { amountCents: 700 })).toMatchObject({ status: 409 });
  expect(await findRideDifferences()).toEqual([]);
});

test('concurrent tip requests and payments never leave a ride with more than one tip', async () => {
  const amounts = fc.array(fc.integer({ min: 100, max: 103 }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(amounts, async (pressed) => {
      const { rider, driver, rideId } = await complete();
      const press = async (amountCents: number) => {
        const reply = await tip(rider, rideId, { amountCents });
        if (reply.status !== 200) return;
        const chargeId = chargeIn(reply);
        const intent = await open(rider, rideId, chargeId);
        if (intent) await payAtStripe(intent).catch(() => null);
        await confirmCharge(chargeId).catch(() => null);
      };

      await Promise.all(pressed.map(press));

      // Runs the worker's job until nothing is left to do.
      for (const { id } of (await findRide(rideId)).charges) await confirmCharge(id);
      const { charges } = await payBack(rideId);
      const paid = charges.filter(({ status }) => status === 'paid');
      expect(paid.length).toBeLessThanOrEqual(1);
      expect(charges.filter(({ status }) => status === 'open').length + paid.length).toBeLessThanOrEqual(1);
      expect((await ownWeek(driver))?.tipCents).toBe(3_563 + (paid[0]?.amountCents ?? 0));
    }),
    { numRuns: 5 },
  );
  expect(await findRideDifferences()).toEqual([]);
});

test('only staff can refund a tip, and the refund removes it from the driver’s statement', async () => {
  const { rider, driver, rideId } = await complete();
  const { chargeId, paymentIntentId } = await payTip(rider, rideId, { percentage: 18 });
  const { version } = await findRide(rideId);

  const path = `/api/ops/rides/${rideId}/charges/${chargeId}/withdraw`;
  const body = { version, reason: 'Tipped the wrong ride' };
  expect((await as(rider).post(path, body)).status).toBe(403);
  staffRideIn(await as(await buildDispatcher()).post(path, body));
  await payBack(rideId);

  expect(await refundsAtStripe(paymentIntentId)).toEqual([TIP_CENTS]);
  expect(await ownWeek(driver)).toMatchObject({ tipCents: 3_563 });
  await correctStatements();
  expect(await findRideDifferences()).toEqual([]);
});

test('staff cannot send a payment link for an open tip', async () => {
  const { rider, rideId } = await complete();
  chargeIn(await tip(rider, rideId, { percentage: 18 }));

  const { status, body } = await as(await buildDispatcher()).post(
    `/api/ops/rides/${rideId}/payment-link`,
    {},
  );

  expect([status, body]).toMatchObject([409, { message: 'There is nothing to pay on this ride.' }]);
});
