import { type FareLine, fareLines } from '../fares/quote-fare.ts';
import { type Cents, parseDollars } from '../money.ts';
import { formatDay } from '../time.ts';
import { isUnderReview } from './fare-review.ts';
import { formatCard, formatCards } from './refund-cards.ts';
import { cardName, type RiderRide, waivedLines } from './ride.ts';
import {
  accountCents,
  CHARGE_NAMES,
  fareAsBooked,
  type RiderCharge,
  sumCents,
  wasPaid,
} from './ride-money.ts';
import { OVER_STATUSES } from './ride-states.ts';
import { waitingKept } from './unused-payment.ts';

/** A payment or refund with its label: kind, card and date. */
export interface ReceiptLine {
  label: string;
  /** Negative for refunds. */
  cents: Cents;
}

/** What a finished ride cost its rider: payments and refunds. */
export interface Receipt {
  lines: readonly FareLine[];
  /** The fare if it differs from the first payment, the part paid by gift card, and the waived remainder. */
  parts: readonly ReceiptLine[];
  /** Amount paid by card at booking, or on account. `note` names card and date. */
  paid: { label: string; cents: Cents; note: string | null };
  /**
   * What the payment was used for, where that differs from the fare: the final fare, and waiting kept from
   * its refund. Explains the refunds and is not part of the sum.
   */
  costs: readonly ReceiptLine[];
  /** Further payments, then refunds, each in chronological order. */
  later: readonly ReceiptLine[];
  /** The final amount. */
  total: { label: string; cents: Cents };
  /** Failed refunds and their cards; null if there are none. */
  failed: { cents: Cents; to: string } | null;
}

/**
 * Builds the receipt of a finished ride that was paid or is on account. Null for any other ride, and while
 * staff review its final fare.
 */
export function receiptOf(ride: RiderRide): Receipt | null {
  const paidAt = ride.history.find(({ change }) => change === 'paid')?.at;
  if (!OVER_STATUSES.includes(ride.status) || !paidAt || isUnderReview(ride)) return null;
  const { fare } = ride;
  // Price changes by edits appear among the further payments and refunds.
  const booked = fareAsBooked(ride);
  const isOnAccount = ride.paymentStatus === 'on_account';
  const charges = ride.charges.filter(wasPaid);
  const later = [
    ...charges.map(({ kind, reason, card, paidAt: at, amountCents }) => ({
      label: worded([NAMES[kind] ?? reason ?? 'Extra charge', card && cardName(card), at && day(at)]),
      cents: amountCents,
    })),
    ...charges
      .filter((charge) => charge.status === 'refunded' && refundedCents(charge) > 0)
      .map((charge) => ({
        label: worded([`Back to ${formatCard(charge.card)}`, formatOutcome(charge.refundedAt, charge)]),
        cents: -refundedCents(charge),
      })),
    ...ride.refunds.flatMap((refund) => refundLines(ride, refund)),
  ];
  const paidCents = isOnAccount ? onAccountCents(ride) : booked.totalCents;
  return {
    lines: fareLines(fare, ride),
    parts: [
      ...(fare.fareCents === paidCents ? [] : [{ label: 'Fare', cents: fare.fareCents }]),
      ...(booked.giftCardCents > 0 ? [{ label: 'Gift card', cents: -booked.giftCardCents }] : []),
      ...(isOnAccount ? [] : waivedLines(fare)),
    ],
    paid: {
      label: isOnAccount ? 'On account' : 'Paid',
      cents: paidCents,
      note: booked.totalCents === 0 ? null : worded([ride.payment && cardName(ride.payment), day(paidAt)]),
    },
    costs: isOnAccount ? [] : costLines(ride),
    later,
    total: {
      label: totalLabel(ride),
      cents: later.reduce(
        (sum, { cents }) => sum + cents,
        paidCents + (isOnAccount ? 0 : booked.giftCardCents),
      ),
    },
    failed: failedRefunds(ride),
  };
}

/** Waiting is named by its reason, which tells the minutes. */
const NAMES = { ...CHARGE_NAMES, difference: 'Change of your booking', waiting: undefined };

/** Formats a date with its year: `Sun 15 Nov 2026`, because receipts are kept for longer. */
export const day = (at: string): string => formatDay(new Date(at), new Date(0));

const worded = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(', ');

function costLines(ride: RiderRide): ReceiptLine[] {
  const finalCents = ride.actualFare === null ? null : parseDollars(ride.actualFare);
  const waiting = waitingKept(ride, finalCents);
  return [
    ...(finalCents === null || finalCents === ride.fare.fareCents
      ? []
      : [{ label: 'Final fare', cents: finalCents }]),
    ...(waiting ? [{ label: `Waiting, ${waiting.text}`, cents: waiting.cents }] : []),
  ];
}

/** Returns what a ride on account costs as it stands: its final fare, or the fee of its cancellation. */
export function onAccountCents({ status, actualFare, cancellationFee, fare }: RiderRide): Cents {
  const of = (dollars: string | null) => (dollars === null ? null : parseDollars(dollars));
  return accountCents({
    isCancelled: status === 'cancelled',
    feeCents: of(cancellationFee),
    finalCents: of(actualFare),
    fareCents: fare.fareCents,
  });
}

function refundLines(ride: RiderRide, refund: RiderRide['refunds'][number]): ReceiptLine[] {
  const { toCardCents, toGiftCardCents, at, isFailed, card = ride.payment } = refund;
  return [
    ...(toCardCents > 0
      ? [
          {
            label: worded([`Back to ${formatCard(card)}`, formatOutcome(at, { isFailed })]),
            cents: -toCardCents,
          },
        ]
      : []),
    ...(toGiftCardCents > 0
      ? [{ label: worded(['Back to your gift card', at && day(at)]), cents: -toGiftCardCents }]
      : []),
  ];
}

/** The day of a refund to a card, that it failed, or that it is on its way. */
const formatOutcome = (
  at: string | null | undefined,
  { isFailed }: { isFailed?: boolean | undefined },
): string => {
  if (isFailed) return 'not taken';
  return at ? day(at) : 'on its way';
};

function totalLabel({ status, cancelledBy, cancellationFee, charges }: RiderRide): string {
  if (status === 'cancelled' && cancellationFee)
    return cancelledBy === 'no_show' ? 'No-show fee' : 'Cancellation fee';
  return charges.some(({ kind, status: of }) => kind === 'tip' && of === 'paid') ? 'Total with tip' : 'Total';
}

const refundedCents = ({ givenBackCents: given, amountCents }: RiderCharge): Cents => given ?? amountCents;

function failedRefunds({ refunds, charges, payment }: RiderRide): Receipt['failed'] {
  const failed = [
    ...refunds.map((refund) => ({ ...refund, card: refund.card ?? payment, cents: refund.toCardCents })),
    ...charges.map((charge) => ({ ...charge, cents: refundedCents(charge) })),
  ].filter(({ isFailed, cents }) => isFailed && cents > 0);
  if (failed.length === 0) return null;
  return {
    cents: sumCents(failed.map(({ cents }) => cents)),
    to: formatCards(failed.map(({ card }) => card)),
  };
}
