import { expect, test } from 'vitest';
import type { DayReport } from '#common/statements/day-report.ts';
import { dayReportSchema } from '#common/statements/day-report.ts';
import { statementSchema } from '#common/statements/statement.ts';
import { GiftCardModel, type GiftCardVoid } from '../gift-cards/gift-card-model.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { type RideDoc, RideModel } from '../rides/ride-model.ts';
import { as } from '../testing/as.ts';
import { buildGiftCard } from '../testing/build-gift-card.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver } from '../testing/build-user.ts';
import { changeWeek, lastWeek, payWeek } from '../testing/driver-week.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { codeIn } from '../testing/test-client.ts';

setUpTestApp();

/** A day of 25 hours, since daylight saving time ends. */
const DAY = '2025-11-02';
const [FIRST, LAST] = ['2025-11-02T07:00:00.000Z', '2025-11-03T07:59:59.999Z'];

type Change = RideDoc['history'][number]['change'];

const history = (...lines: [Change, string][]): RideDoc['history'] =>
  lines.map(([change, at]) => ({ change, at: new Date(at) }));

async function fare(parts: Partial<RideDoc['fare']> = {}) {
  const ride = await buildRide({ history: history(['requested', '2020-01-01T00:00Z']) });
  return { ...ride.fare, ...parts };
}

/** A charge on top of the fare. */
const further = {
  id: newId(),
  kind: 'adjustment',
  reason: 'An hour of waiting',
  at: new Date('2025-10-20T12:00Z'),
  paymentIntentId: 'pi_1',
  refundId: null,
} as const;

async function readReport(day: string): Promise<DayReport> {
  const { body } = await as(await buildAdmin()).get(`/api/ops/day-report?day=${day}`);
  return dayReportSchema.parse(body);
}

const plus = (...cents: number[]) => cents.reduce((sum, each) => sum + each, 0);

/** Expects the figures of each block of the report to add up. */
function expectToAddUp(report: DayReport) {
  const { booked, driven, refunds, giftCardsSold, furtherCharges, tips, cardNetCents } = report;
  const { giftCardsRefunded } = report;
  const cardInCents = plus(booked.cardCents, furtherCharges.cents, tips.cents, giftCardsSold.cents);
  expect(booked.beforePromoCents - booked.promoCents).toBe(booked.fareCents);
  const settled = plus(booked.cardCents, booked.giftCardCents, booked.onAccountCents, booked.waivedCents);
  expect(settled).toBe(booked.fareCents);
  expect(cardNetCents).toBe(cardInCents - refunds.toCardCents - (giftCardsRefunded?.cents ?? 0));
  expect(plus(driven.taxCents, driven.driverShareCents, driven.tipCents, driven.keptCents)).toBe(
    driven.finalFareCents + driven.feeCents,
  );
}

test('the day report covers midnight to midnight in Las Vegas, and its sums add up', async () => {
  const paid = history(['requested', FIRST], ['paid', FIRST]);
  const driverId = newId();
  // $233.58 by card.
  await buildRide({ history: paid });
  // $20.00 discount by promo code, $50.00 by gift card, the rest by card.
  const mixed = { promoCents: 2_000, fareCents: 21_358, giftCardCents: 5_000, totalCents: 16_358 };
  await buildRide({ history: paid, fare: await fare(mixed) });
  // All but 40 cents by gift card, and the 40 cents waived.
  const waived = { giftCardCents: 23_318, totalCents: 0 };
  await buildRide({ history: paid, paymentStatus: 'waived', fare: await fare(waived) });
  // Booked earlier, completed in the last moment of the day for two thirds of the fare. $77.86 was refunded
  // to the card.
  await buildRide({
    status: 'completed',
    driverId,
    actualFareCents: 15_572,
    // One paid on the day, one paid and refunded on it, one paid the day after.
    charges: [
      { ...further, amountCents: 4_000, status: 'paid', paidAt: new Date(FIRST) },
      {
        ...further,
        amountCents: 1_500,
        status: 'refunded',
        paidAt: new Date(FIRST),
        refundedAt: new Date(LAST),
      },
      { ...further, amountCents: 900, status: 'paid', paidAt: new Date('2025-11-03T08:00:00.000Z') },
    ],
    refunds: [{ reason: 'completed-for-less', amountCents: 7_786, refundId: 're_1', giftCardCents: 0 }],
    history: history(
      ['requested', '2025-10-20T12:00Z'],
      ['paid', '2025-10-20T12:00Z'],
      ['completed', LAST],
      ['refunded', LAST],
    ),
  });
  // Cancelled with a fee. Its refund failed later.
  await buildRide({
    status: 'cancelled',
    paymentStatus: 'refunded',
    driverId,
    cancellation: { by: 'rider', feeCents: 1_500, reason: 'no-show' },
    refunds: [
      { reason: 'not-accepted', amountCents: 21_858, refundId: 're_2', giftCardCents: 0, failure: 'x' },
    ],
    history: history(
      ['paid', '2025-10-20T12:00Z'],
      ['cancelled', FIRST],
      ['refunded', FIRST],
      ['refund_failed', LAST],
    ),
  });
  // Refund refused at once because the payment is disputed. The gift card got its part back.
  await buildRide({
    status: 'cancelled',
    paymentStatus: 'refunded',
    refunds: [
      { reason: 'cancelled', amountCents: 13_358, giftCardCents: 1_000, refundId: null, failure: 'x' },
    ],
    history: history(
      ['paid', '2025-10-20T12:00Z'],
      ['cancelled', '2025-10-21T12:00Z'],
      ['refund_failed', LAST],
    ),
  });
  // Neither unpaid rides nor late payments count as money of a ride.
  await buildRide({ status: 'cancelled', history: history(['requested', FIRST], ['cancelled', LAST]) });
  // Paid just before and just after the day.
  await buildRide({ history: history(['paid', '2025-11-02T06:59:59.999Z']) });
  await buildRide({ history: history(['paid', '2025-11-03T08:00:00.000Z']) });
  const sold = { recipientEmail: 'jo@example.com', state: 'paid', createdAt: new Date(FIRST) } as const;
  await PurchaseModel.create({ ...sold, amountCents: 25_000, paidAt: new Date(LAST) });
  await PurchaseModel.create({ ...sold, amountCents: 9_900, paidAt: new Date('2025-11-03T08:00:00.000Z') });

  const report = await readReport(DAY);

  expect(report).toEqual({
    day: DAY,
    booked: {
      count: 3,
      beforePromoCents: 3 * 23_358,
      promoCents: 2_000,
      fareCents: 3 * 23_358 - 2_000,
      cardCents: 23_358 + 16_358,
      giftCardCents: 5_000 + 23_318,
      onAccountCents: 0,
      waivedCents: 40,
    },
    giftCardsSold: { count: 1, cents: 25_000 },
    furtherCharges: { count: 2, cents: 4_000 + 1_500 },
    tips: { count: 0, cents: 0 },
    refunds: { count: 3, toCardCents: 7_786 + 1_500, toGiftCardCents: 1_000 },
    cardNetCents: 23_358 + 16_358 + 25_000 + 5_500 - 7_786 - 1_500,
    driven: {
      completedCount: 1,
      cancelledCount: 1,
      finalFareCents: 15_572,
      feeCents: 1_500,
      taxCents: 330,
      driverShareCents: 8_800 + 1_200,
      tipCents: 2_375,
      keptCents: 15_572 + 1_500 - 330 - 10_000 - 2_375,
    },
  });
  expectToAddUp(report);
});

test('the day report counts a charge that was refunded in part and then entirely only once', async () => {
  const at = new Date('2025-12-02T20:00Z');
  const [id, adjustmentId] = [newId(), newId()];
  await buildRide({
    status: 'cancelled',
    paymentStatus: 'waived',
    charges: [{ ...further, id, amountCents: 4_000, status: 'refunded', paidAt: at, refundedAt: at }],
    adjustments: [
      {
        id: adjustmentId,
        toCardCents: 1_000,
        toGiftCardCents: 0,
        reason: 'Late',
        by: 'Dana',
        at,
        chargeId: id,
      },
    ],
    refunds: [
      {
        reason: 'adjustment',
        amountCents: 1_000,
        giftCardCents: 0,
        refundId: 're_3',
        adjustmentId,
        chargeId: id,
      },
    ],
    history: history(
      ['paid', '2025-11-20T12:00Z'],
      ['refunded', at.toISOString()],
      ['cancelled', at.toISOString()],
    ),
  });

  const report = await readReport('2025-12-02');

  expect(report).toMatchObject({ furtherCharges: { cents: 4_000 }, refunds: { toCardCents: 4_000 } });
  expect(report.cardNetCents).toBe(0);
  expectToAddUp(report);
});

type Void = Pick<GiftCardVoid, 'amountCents' | 'refund' | 'refundedAt'> & { at: string };

/** Creates a gift card with these voids. */
async function buildVoidedCard(...voids: Void[]) {
  const { id } = await buildGiftCard();
  const voidings = voids.map((each, index) => ({
    ...{ ...each, at: new Date(each.at), _id: newId(), key: `void:${index + 1}` },
    ...{ by: 'Robin Hale', refundId: null },
  }));
  await GiftCardModel.updateOne({ _id: id }, { voidedAt: voidings.at(-1)?.at, voids: voidings });
}

test('refunds of voided gift cards count in the report of the day on which Stripe made the refund', async () => {
  // A day of 23 hours, since daylight saving time begins.
  const [first, last, next] = ['2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z', '2026-03-09T07:00Z'];
  const before = '2026-03-08T07:59:59.999Z';
  const refunded = { amountCents: 25_000, refund: 'refunded', at: first } as const;
  // Refunded only after midnight, since Stripe was unavailable.
  await buildVoidedCard({ ...refunded, amountCents: 1, at: before, refundedAt: new Date(first) });
  await buildVoidedCard({ ...refunded, amountCents: 20, refundedAt: new Date(next) });
  // Voided again after ride refunds to the card.
  await buildVoidedCard(
    { ...refunded, amountCents: 300, refundedAt: new Date(first) },
    { ...refunded, amountCents: 4_000, at: last, refundedAt: new Date(last) },
    { ...refunded, amountCents: 70, at: last, refundedAt: new Date(next) },
  );
  // An old void without the time of its refund.
  await buildVoidedCard({ ...refunded, amountCents: 50_000, at: last });
  await buildVoidedCard({ ...refunded, at: before }, { ...refunded, at: next });
  await buildVoidedCard({ ...refunded, refund: 'owed' });
  await buildVoidedCard({ ...refunded, refund: 'none' });
  await buildVoidedCard({ ...refunded, refund: 'failed' });
  await buildVoidedCard({ ...refunded, refund: 'failed', refundedAt: new Date(first) });

  const reports = [await readReport('2026-03-08'), await readReport('2026-03-09')];

  expect(reports).toMatchObject([
    { giftCardsRefunded: { count: 4, cents: 54_301 }, cardNetCents: -54_301 },
    { giftCardsRefunded: { count: 3, cents: 25_090 }, cardNetCents: -25_090 },
  ]);
  for (const report of reports) expectToAddUp(report);
});

test('a final fare under review counts in neither the day report nor the driver’s statement until it is decided', async () => {
  const [driverId, at] = [newId(), '2025-12-05T20:00:00.000Z'];
  const paid = ['paid', '2025-11-20T12:00Z'] as const;
  const completed = {
    status: 'completed',
    driverId,
    completedAt: new Date(at),
    history: history([...paid], ['completed', at]),
  } as const;
  await buildRide(completed);
  const waiting = { minutes: 10, cents: 1_000 };
  const fareReview = { proposedCents: 5_000, pendingSince: new Date(at) };
  const checked = await buildRide({ ...completed, actualFareCents: null, fareReview, waiting });
  const statement = async () => {
    const { body } = await as(await buildAdmin()).get(`/api/ops/statements/${driverId}?week=2025-12-01`);
    return statementSchema.parse(body);
  };

  const { driven, ...report } = await readReport('2025-12-05');

  expectToAddUp({ driven, ...report });
  expect(driven).toMatchObject({
    completedCount: 2,
    finalFareCents: 23_358,
    feeCents: 0,
    driverShareCents: 13_200,
    tipCents: 3_563,
    underReview: { count: 1, paidCents: 23_358 },
  });
  expect(await statement()).toMatchObject({ rideCount: 2, underReviewCount: 1, paysCents: 13_200 + 3_563 });

  const decided = { fareReview: { proposedCents: 5_000 }, actualFareCents: 5_000 };
  await RideModel.updateOne({ _id: checked.id }, decided);
  const after = await readReport('2025-12-05');
  expectToAddUp(after);
  expect(after.driven).toMatchObject({ completedCount: 2, finalFareCents: 23_358 + 5_000, feeCents: 1_000 });
  expect(after.driven).not.toHaveProperty('underReview');
  expect(after.driven.driverShareCents + after.driven.tipCents).toBe((await statement()).paysCents);
});

test('the report of a day without money is all zeros', async () => {
  const report = await readReport('2021-05-05');

  expect(report.booked.count + report.driven.completedCount + report.cardNetCents).toBe(0);
  expect(report).not.toHaveProperty('giftCardsRefunded');
  expectToAddUp(report);
});

test('dispatchers and drivers can neither see, change nor pay statements', async () => {
  const driver = await buildDriver();
  const week = lastWeek();
  const callers = [await buildDispatcher(), driver];
  const replies = await Promise.all(
    callers.flatMap((caller) => [
      as(caller).get(`/api/ops/statements?week=${week}`),
      as(caller).get(`/api/ops/day-report?day=${week}`),
      payWeek(caller, week, [driver, 0]),
      changeWeek(caller, driver, {}),
    ]),
  );
  expect(replies.map(codeIn)).toEqual(Array(8).fill([403, 'FORBIDDEN']));
});
