import clsx from 'clsx';
import { fareLines } from '#common/fares/quote-fare.ts';
import { type Cents, formatCents, formatDollarString } from '#common/money.ts';
import { formatMoment } from '#common/rides/cancellation-in-words.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { cardsInWords } from '#common/rides/refund-cards.ts';
import { cardName, formatRefund, type RiderRide, shortCardName, waivedLines } from '#common/rides/ride.ts';
import { CHARGE_NAMES, type RiderCharge, wasPaid } from '#common/rides/ride-money.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { formatCancellation, isAwaitingPayment, lateCreditInWords } from '../ride-card/format-ride.ts';

/** What a ride costs, line by line, how it was paid, and what went back. */
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
      {ride.lateCredit && <p className="mt-4 text-14 text-pretty">{lateCreditInWords(ride.lateCredit)}</p>}
    </section>
  );
}

const MoneyLines = ({ lines }: { lines: readonly MoneyLine[] }) =>
  lines.map(({ label, amount, isCredit }) => (
    <div key={label} className="flex justify-between gap-4 leading-snug">
      <dt className="text-ink-2">{label}</dt>
      <dd className={clsx('figures font-normal', isCredit && 'text-ok')}>{amount}</dd>
    </div>
  ));

interface MoneyLine {
  label: string;
  amount: string;
  /** It pays a part, or comes back. */
  isCredit?: boolean;
}

/** What became of a ride's fare. */
interface RideMoney {
  rows: MoneyLine[];
  total: MoneyLine;
  /** What a ride that came out lower changed after it was paid. */
  later: MoneyLine[];
  note: string | null;
}

/** A ride's money below the lines of its fare: what paid it, what was kept and what went back. */
export function rideMoney(ride: RiderRide, now: Date): RideMoney {
  const isCancelled = ride.status === 'cancelled';
  const ends = endRows(ride);
  const backCents = isCancelled ? backToCardsCents(ride) : 0;
  return {
    rows: [...partRows(ride), ...(isCancelled ? ends : [])],
    later: [...chargeRows(ride), ...(isCancelled ? [] : ends)],
    total: backCents > 0 ? backLine(ride, backCents) : paidLine(ride),
    note: noteOf(ride, now),
  };
}

/** What went back to cards of the ride itself: what went back of a charge stands in its line. */
const madeToCards = ({ refunds }: RiderRide) =>
  refunds.filter(({ toCardCents, at, isFailed }) => toCardCents > 0 && at !== null && !isFailed);

const backToCardsCents = (ride: RiderRide): Cents =>
  madeToCards(ride).reduce((sum, { toCardCents }) => sum + toCardCents, 0);

const backLine = (ride: RiderRide, cents: Cents): MoneyLine => ({
  label: `Back to ${cardsInWords(madeToCards(ride).map(({ card }) => card ?? ride.payment))}`,
  amount: formatCents(cents),
});

/** The fare, the part of it that a gift card pays and what is waived, where more than one thing pays; and where the total is what came back. */
function partRows(ride: RiderRide): MoneyLine[] {
  const { fare, bookedFare, status, paymentStatus } = ride;
  const { giftCardCents, totalCents } = bookedFare ?? fare;
  const hasGiftCard = giftCardCents > 0;
  const isGivenBack = status === 'cancelled' && backToCardsCents(ride) > 0;
  const isEdited = bookedFare !== null && totalCents !== fare.fareCents;
  const waived = paymentStatus === 'on_account' ? [] : waivedLines(fare);
  return [
    ...(hasGiftCard || isGivenBack || isEdited || waived.length > 0
      ? [{ label: 'Fare', amount: formatCents(fare.fareCents) }]
      : []),
    ...(hasGiftCard ? [{ label: 'Gift card', amount: formatCents(-giftCardCents), isCredit: true }] : []),
    ...waived.map(({ label, cents }) => ({ label, amount: formatCents(cents), isCredit: true })),
  ];
}

/** What was paid besides the fare, each with its card. */
const chargeRows = ({ charges }: RiderRide): MoneyLine[] =>
  charges.filter(wasPaid).map((charge) => ({
    label: [CHARGE_NAMES[charge.kind] ?? charge.reason ?? 'Further charge', standing(charge)]
      .filter(Boolean)
      .join(', '),
    amount: formatCents(charge.amountCents),
    isCredit: charge.status === 'refunded' && !charge.isFailed,
  }));

/** Whether what was paid went back; else the card that paid it. */
function standing({ status, card, isFailed }: RiderCharge): string | undefined {
  if (isFailed) return 'refund not taken';
  return status === 'refunded' ? 'refunded' : card && shortCardName(card);
}

/** What the end of a ride changed. */
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
  if (paymentStatus === 'on_account') return { label: 'On account', amount: formatCents(fare.fareCents) };
  if (isAwaitingPayment(ride)) return { label: 'To pay', amount };
  if (paymentStatus === 'expired') return { label: 'Not paid', amount };
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
    return `Your driver completed this ride for ${proposed}, less than half of what it was booked for. Our team checks that, and mails your receipt with what goes back.`;
  }
  const paid = ride.history.find(({ change }) => change === 'paid');
  const refund = ride.refundFailedAmount && formatRefund(ride);
  return [paid && `Paid ${formatMoment(new Date(paid.at), now)}.`, refund].filter(Boolean).join(' ') || null;
}
