import type { Cents } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { driverEarnings, finalCents, gratuityOf } from '#common/rides/driver-earnings.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { type Charge, fareAsBooked } from '#common/rides/ride-money.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { wasEverSettled } from '#common/rides/ride-states.ts';
import type { DayReport } from '#common/statements/day-report.ts';
import type { Span } from '#common/statements/week.ts';
import { isFurtherCharge } from './charges/charges.ts';
import { wasRefusedAtOnce } from './payment/rider-refunds.ts';
import { refundableCentsOfCharge } from './payment/split-refund.ts';
import { type RideDoc, RideModel, type RideRecord, type RideRefund, toRideRecord } from './ride-model.ts';

/** The part of a day's report that comes from rides. */
type RideMoney = Pick<DayReport, 'booked' | 'furtherCharges' | 'tips' | 'refunds' | 'driven'>;

/** Sums up what rides took, refunded and earned within a span. */
export async function sumRides(span: Span): Promise<RideMoney> {
  const docs = await RideModel.find({
    history: { $elemMatch: { at: { $gte: span.from, $lt: span.to } } },
  }).lean<RideDoc[]>();
  const rides = docs.map(toRideRecord);
  const reached = (change: RideChange) => rides.filter((ride) => isReached(ride, change, span));
  const completed = reached('completed');
  const paid = furtherCharges(rides).filter(({ paidAt }) => isWithin(paidAt, span));
  return {
    booked: addUpBooked(reached('paid')),
    furtherCharges: addUpCharges(paid.filter(({ kind }) => kind !== 'tip')),
    tips: addUpCharges(paid.filter(({ kind }) => kind === 'tip')),
    refunds: addUpRefunds([
      ...rides.flatMap((ride) => refundsWithin(ride, span)),
      ...rides.flatMap((ride) => chargeRefundsWithin(ride, span)),
    ]),
    driven: addUpDriven(completed, reached('cancelled').filter(wasEverSettled)),
  };
}

function addUpBooked(paid: readonly RideRecord[]): RideMoney['booked'] {
  // The fare as booked. The difference an edit made counts as a further charge or refund. On account there is
  // neither, and the fare is that of the latest edit.
  const rides = paid.map((ride) => ({ paymentStatus: ride.paymentStatus, fare: fareAsBooked(ride) }));
  const promoCents = sumOf(rides, ({ fare }) => fare.promoCents);
  const fareCents = sumOf(rides, ({ fare }) => fare.fareCents);
  const isOnAccount = ({ paymentStatus }: Pick<RideRecord, 'paymentStatus'>) =>
    paymentStatus === 'on_account';
  const onAccountCents = sumOf(rides.filter(isOnAccount), ({ fare }) => fare.totalCents);
  const cardCents = sumOf(rides, ({ fare }) => fare.totalCents) - onAccountCents;
  const giftCardCents = sumOf(rides, ({ fare }) => fare.giftCardCents);
  return {
    count: rides.length,
    beforePromoCents: fareCents + promoCents,
    promoCents,
    fareCents,
    cardCents,
    giftCardCents,
    onAccountCents,
    waivedCents: fareCents - cardCents - giftCardCents - onAccountCents,
  };
}

/** Charges besides the fare, which is the ride's own payment. */
const furtherCharges = (rides: readonly RideRecord[]): Charge[] =>
  rides.flatMap(({ charges }) => charges.filter(isFurtherCharge));

/**
 * The remainders of fully refunded charges within a span. Earlier partial refunds of them are separate
 * refunds.
 */
const chargeRefundsWithin = (ride: RideRecord, span: Span) =>
  furtherCharges([ride])
    .filter(({ refundedAt, failure }) => !failure && isWithin(refundedAt, span))
    .map((charge) => ({ amountCents: refundableCentsOfCharge(ride, charge), giftCardCents: 0 }));

const addUpCharges = (paid: readonly Charge[]): RideMoney['furtherCharges'] => ({
  count: paid.length,
  cents: sumOf(paid, ({ amountCents }) => amountCents),
});

const addUpRefunds = (
  refunds: readonly Pick<RideRefund, 'amountCents' | 'giftCardCents'>[],
): RideMoney['refunds'] => ({
  count: refunds.length,
  toCardCents: sumOf(refunds, ({ amountCents }) => amountCents),
  toGiftCardCents: sumOf(refunds, ({ giftCardCents }) => giftCardCents),
});

function addUpDriven(
  completed: readonly RideRecord[],
  cancelled: readonly RideRecord[],
): RideMoney['driven'] {
  const [decided, undecided] = [
    completed.filter((ride) => !isUnderReview(ride)),
    completed.filter(isUnderReview),
  ];
  const earnings = [...decided, ...cancelled].map(driverEarnings);
  const finalFareCents = sumOf(decided, ({ actualFareCents, fare }) => actualFareCents ?? fare.fareCents);
  const feeCents =
    sumOf(cancelled, ({ cancellation }) => cancellation?.feeCents ?? 0) +
    sumOf(decided, ({ waiting }) => waiting?.cents ?? 0);
  const taxCents = sumOf(decided, (ride) => finalCents(ride, ride.fare.taxCents));
  const driverShareCents = sumOf(earnings, ({ shareCents }) => shareCents);
  const tipCents = sumOf(decided, gratuityOf);
  return {
    completedCount: completed.length,
    cancelledCount: cancelled.length,
    finalFareCents,
    feeCents,
    taxCents,
    driverShareCents,
    tipCents,
    keptCents: finalFareCents + feeCents - taxCents - driverShareCents - tipCents,
    ...(undecided.length > 0 && {
      underReview: { count: undecided.length, paidCents: sumOf(undecided, feeBaseCents) },
    }),
  };
}

/** When a change first happened to a ride. */
const timeOf = ({ history }: RideRecord, change: RideChange): string | undefined =>
  history.find((entry) => entry.change === change)?.at;

const isReached = (ride: RideRecord, change: RideChange, span: Span): boolean =>
  isWithin(timeOf(ride, change), span);

function isWithin(at: string | undefined, { from, to }: Span): boolean {
  if (at === undefined) return false;
  const time = new Date(at);
  return time >= from && time < to;
}

const sumOf = <T>(items: readonly T[], centsOf: (item: T) => Cents): Cents =>
  items.reduce((sum, item) => sum + centsOf(item), 0);

/**
 * Lists the refunds of a settled ride within a span, without failed card parts. Refunds and history lines are
 * in the same order: `refunded` when Stripe accepted the refund, `refund_failed` when Stripe refused it at
 * once. A refund that failed later has both lines, the second of which may come in any order.
 */
function refundsWithin(ride: RideRecord, span: Span): Pick<RideRefund, 'amountCents' | 'giftCardCents'>[] {
  if (!wasEverSettled(ride)) return [];
  const accepted = ride.history.filter(({ change }) => change === 'refunded');
  const refused = refusalsOf(ride);
  return ride.refunds
    .map((refund) => ({ refund, line: wasRefusedAtOnce(refund) ? refused.shift() : accepted.shift() }))
    .filter(({ line }) => isWithin(line?.at, span))
    .map(({ refund: { failure, amountCents, giftCardCents } }) => ({
      amountCents: failure ? 0 : amountCents,
      giftCardCents,
    }))
    .filter(({ amountCents, giftCardCents }) => amountCents + giftCardCents > 0);
}

/**
 * Returns the history lines of the refunds that Stripe refused at once. Old entries are not marked: for each
 * missing mark, the first other failure is taken.
 */
function refusalsOf({ history, refunds }: RideRecord): RideRecord['history'] {
  const failed = history.filter(({ change }) => change === 'refund_failed');
  const refused = failed.filter(({ isRefused }) => isRefused);
  const unmarked = refunds.filter(wasRefusedAtOnce).length - refused.length;
  return [...failed.filter(({ isRefused }) => !isRefused).slice(0, unmarked), ...refused];
}
