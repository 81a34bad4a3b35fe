import clsx from 'clsx';
import { fareLines } from '#common/fares/quote-fare.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { type Cents, formatCents, formatDollarString } from '#common/money.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { day, onAccountCents } from '#common/rides/receipt.ts';
import { formatCards } from '#common/rides/refund-cards.ts';
import {
  cardName,
  formatRefund,
  type RiderRide,
  shortCardName,
  waivedLines,
  wasChargedUnbooked,
} from '#common/rides/ride.ts';
import { CHARGE_NAMES, type RiderCharge, sumCents, wasPaid } from '#common/rides/ride-money.ts';
import { formatWaitedMinutes } from '#common/rides/unused-payment.ts';
import { isWaitingToBeReviewed } from '#common/rides/waiting.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { formatCancellation, formatLateCredit, isAwaitingPayment } from '../ride-card/format-ride.ts';

/** The fare line by line, with payments and refunds. */
export function RideFare({ ride, now }: { ride: RiderRide; now: Date }) {
  const { rows, total, later, note } = rideMoney(ride, now);
  return (
    <section aria-labelledby="ride-fare" className="ride-page-fare">
      <h2 id="ride-fare" className="display text-28">
        Fare
      </h2>
      <FareRows lines={fareLines(ride.fare, ride)} className="mt-5 gap-y-3" />
      <dl className="mt-5 grid gap-y-3 border-line border-t pt-5">
        <MoneyLines lines={rows} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="font-medium">{total.label}</dt>
          <dd className="figures ml-auto text-28 leading-tight">{total.amount}</dd>
        </div>
        <MoneyLines lines={later} />
      </dl>
      {note && <p className="mt-1.5 text-right text-14 text-ink-2">{note}</p>}
      {ride.lateCredit && <p className="mt-4 text-14 text-pretty">{formatLateCredit(ride.lateCredit)}</p>}
    </section>
  );
}

const MoneyLines = ({ lines }: { lines: readonly MoneyLine[] }) =>
  lines.map(({ label, amount, isCredit }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may be identical, and none is ever removed
    <div key={index} className="flex justify-between gap-4 leading-snug">
      <dt className="text-ink-2">{label}</dt>
      <dd className={clsx('figures font-normal', isCredit && 'text-ok')}>{amount}</dd>
    </div>
  ));

interface MoneyLine {
  label: string;
  amount: string;
  /** A partial payment or a refund. */
  isCredit?: boolean;
}

/** A ride's payments and refunds. */
interface RideMoney {
  rows: MoneyLine[];
  total: MoneyLine;
  /** Changes after the payment, such as further charges and the refund of a lower final fare. */
  later: MoneyLine[];
  note: string | null;
}

/** Lists what follows the fare lines: payments, fees kept and refunds. */
export function rideMoney(ride: RiderRide, now: Date): RideMoney {
  const isCancelled = ride.status === 'cancelled';
  const ends = endRows(ride);
  // They are part of what the total is about.
  const areEndsFirst = isCancelled || ride.paymentStatus === 'on_account';
  const backCents = isCancelled ? backToCardsCents(ride) : 0;
  return {
    rows: [...partRows(ride), ...(areEndsFirst ? ends : [])],
    later: [...chargeRows(ride), ...(areEndsFirst ? [] : ends)],
    total: backCents > 0 ? backLine(ride, backCents) : paidLine(ride),
    note: noteOf(ride, now),
  };
}

/** Refunds of the fare to cards. The line of each charge shows the charge's own refund. */
const cardRefunds = ({ refunds }: RiderRide) =>
  refunds.filter(({ toCardCents, at, isFailed }) => toCardCents > 0 && at !== null && !isFailed);

const backToCardsCents = (ride: RiderRide): Cents =>
  sumCents(cardRefunds(ride).map(({ toCardCents }) => toCardCents));

const backLine = (ride: RiderRide, cents: Cents): MoneyLine => ({
  label: `Back to ${formatCards(cardRefunds(ride).map(({ card }) => card ?? ride.payment))}`,
  amount: formatCents(cents),
});

/**
 * Lists the fare, the gift card's part and the waived remainder. Empty when the total is the fare: a single
 * payment or the account covers it, and it was neither edited nor refunded to a card after a cancellation.
 */
function partRows(ride: RiderRide): MoneyLine[] {
  const { fare, bookedFare, status, paymentStatus } = ride;
  const { giftCardCents, totalCents } = bookedFare ?? fare;
  const hasGiftCard = giftCardCents > 0;
  const isGivenBack = status === 'cancelled' && backToCardsCents(ride) > 0;
  const isOnAccount = paymentStatus === 'on_account';
  const isAnother = isOnAccount
    ? onAccountCents(ride) !== fare.fareCents
    : bookedFare !== null && totalCents !== fare.fareCents;
  const waived = isOnAccount ? [] : waivedLines(fare);
  return [
    ...(hasGiftCard || isGivenBack || isAnother || waived.length > 0
      ? [{ label: 'Fare', amount: formatCents(fare.fareCents) }]
      : []),
    ...(hasGiftCard ? [{ label: 'Gift card', amount: formatCents(-giftCardCents), isCredit: true }] : []),
    ...waived.map(({ label, cents }) => ({ label, amount: formatCents(cents), isCredit: true })),
  ];
}

/** Lists the further charges that were paid, with their cards. */
const chargeRows = ({ charges }: RiderRide): MoneyLine[] =>
  charges.filter(wasPaid).map((charge) => ({
    label: [CHARGE_NAMES[charge.kind] ?? charge.reason ?? 'Extra charge', ...refundOrPayment(charge)].join(
      ', ',
    ),
    amount: formatCents(charge.amountCents),
    isCredit: isGivenBack(charge) && !charge.isFailed,
  }));

/** Whether a charge is refunded. Staff may have refunded all of it before, in lines of their own. */
const isGivenBack = ({ status, givenBackCents }: RiderCharge): boolean =>
  status === 'refunded' && givenBackCents !== 0;

/** Returns the state of a charge's refund; without one, the card that paid it, and the day. */
function refundOrPayment(charge: RiderCharge): string[] {
  const { card, isFailed, paidAt, refundedAt } = charge;
  if (isFailed) return ['refund not taken'];
  if (isGivenBack(charge)) return [refundedAt ? `refunded ${day(refundedAt)}` : 'refund on its way'];
  return [...(card ? [shortCardName(card)] : []), ...(paidAt ? [day(paidAt)] : [])];
}

/** Lists what the end of a ride adds: fees, final fare and refunds. */
function endRows(ride: RiderRide): MoneyLine[] {
  const { status, actualFare, cancellationFee, cancelledBy, refundedToGiftCard } = ride;
  const backCents = status === 'cancelled' ? 0 : backToCardsCents(ride);
  const line = (label: string, amount: string | null, isCredit = false): MoneyLine[] =>
    amount === null ? [] : [{ label, amount: formatDollarString(amount), isCredit }];
  return [
    ...line(cancelledBy === 'no_show' ? 'No-show fee' : 'Cancellation fee', cancellationFee),
    ...(actualFare === ride.estimatedFare ? [] : line('Final fare', actualFare)),
    ...line('Back to your gift card', refundedToGiftCard, true),
    ...(backCents > 0 ? [{ ...backLine(ride, backCents), isCredit: true }] : []),
  ];
}

function paidLine(ride: RiderRide): MoneyLine {
  const { fare, bookedFare, payment, paymentStatus } = ride;
  const amount = formatCents((bookedFare ?? fare).totalCents);
  if (paymentStatus === 'on_account')
    return { label: 'On account', amount: formatCents(onAccountCents(ride)) };
  if (isAwaitingPayment(ride)) return { label: 'To pay', amount };
  if (paymentStatus === 'expired')
    return { label: wasChargedUnbooked(ride) ? 'Booked for' : 'Not paid', amount };
  return { label: payment ? cardName(payment) : 'Paid', amount };
}

function noteOf(ride: RiderRide, now: Date): string | null {
  if (ride.status === 'cancelled') {
    const takesDays = ride.refundedAmount ? ' It takes 5 to 7 business days to arrive.' : '';
    return `${formatCancellation(ride)}${takesDays}`;
  }
  if (isAwaitingPayment(ride)) return null;
  if (ride.fareReview && isUnderReview(ride)) {
    const proposed = formatCents(ride.fareReview.proposedCents);
    if (ride.waiting && isWaitingToBeReviewed(ride.waiting)) {
      const waited = formatWaitedMinutes(ride.waiting);
      return `Your driver completed this ride for ${proposed} and recorded ${waited} of waiting. Our team is checking that, and will email your receipt.`;
    }
    return `Your driver completed this ride for ${proposed}, less than half of what it was booked for. Our team is checking that, and will email your receipt with the refund.`;
  }
  const paid = ride.history.find(({ change }) => change === 'paid');
  const refund = ride.refundFailedAmount && formatRefund(ride);
  return (
    [paid && `Paid ${formatDayTimeWithZone(new Date(paid.at), now)}.`, refund].filter(Boolean).join(' ') ||
    null
  );
}
