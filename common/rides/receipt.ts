import { type FareLine, fareLines } from '../fares/quote-fare.ts';
import { type Cents, parseDollars } from '../money.ts';
import { formatDay } from '../time.ts';
import { isUnderReview } from './fare-review.ts';
import { cardInWords, cardsInWords } from './refund-cards.ts';
import { cardName, type RiderRide, waivedLines } from './ride.ts';
import { CHARGE_NAMES, type RiderCharge, wasPaid } from './ride-money.ts';
import { OVER_STATUSES } from './ride-states.ts';

/** A payment or a refund: what it was, by which card, on which day. */
export interface ReceiptLine {
  label: string;
  /** Below zero for what went back. */
  cents: Cents;
}

/** What a ride that is over cost its rider, by what was paid and what went back. */
export interface Receipt {
  lines: readonly FareLine[];
  /** What the lines come to, where that is not what was paid first, what a gift card paid of it, and what was waived. */
  parts: readonly ReceiptLine[];
  /** The rest of the fare, by what paid it. `note`: which card, and when. */
  paid: { label: string; cents: Cents; note: string | null };
  /** Further payments, then refunds, each in the order in which they were made. */
  later: readonly ReceiptLine[];
  /** What it came to in the end. */
  total: { label: string; cents: Cents };
  /** What went back and did not arrive, and to where; null where all arrived. */
  failed: { cents: Cents; to: string } | null;
}

/** The receipt of a ride that is over and was paid for, or is on account; null for every other, and while its final fare waits for staff. */
export function receiptOf(ride: RiderRide): Receipt | null {
  const paidAt = ride.history.find(({ change }) => change === 'paid')?.at;
  if (!OVER_STATUSES.includes(ride.status) || !paidAt || isUnderReview(ride)) return null;
  const { fare } = ride;
  // What edits changed since is among the further payments and the refunds.
  const booked = ride.bookedFare ?? fare;
  const isOnAccount = ride.paymentStatus === 'on_account';
  const charges = ride.charges.filter(wasPaid);
  const later = [
    ...charges.map(({ kind, reason, card, paidAt: at, amountCents }) => ({
      label: worded([NAMES[kind] ?? reason ?? 'Further charge', card && cardName(card), at && day(at)]),
      cents: amountCents,
    })),
    ...charges
      .filter(({ status }) => status === 'refunded')
      .map((charge) => ({
        label: worded([`Back to ${cardInWords(charge.card)}`, charge.isFailed && 'not taken']),
        cents: -givenBackCents(charge),
      })),
    ...ride.refunds.flatMap((refund) => refundLines(ride, refund)),
  ];
  const paidCents = isOnAccount ? accountCents(ride) : booked.totalCents;
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

const NAMES = { ...CHARGE_NAMES, difference: 'Change of your booking' };

/** `Sun 15 Nov 2026`: a receipt is read in another year too. */
export const day = (at: string): string => formatDay(new Date(at), new Date(0));

const worded = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(', ');

/** What a fare on account comes to: nobody has paid it, so nothing goes back. */
function accountCents({ status, actualFare, cancellationFee, fare }: RiderRide): Cents {
  const of = (dollars: string | null) => (dollars === null ? null : parseDollars(dollars));
  return status === 'cancelled' ? (of(cancellationFee) ?? 0) : (of(actualFare) ?? fare.fareCents);
}

function refundLines(ride: RiderRide, refund: RiderRide['refunds'][number]): ReceiptLine[] {
  const { toCardCents, toGiftCardCents, at, isFailed, card = ride.payment } = refund;
  const when = at && day(at);
  return [
    ...(toCardCents > 0
      ? [
          {
            label: worded([`Back to ${cardInWords(card)}`, isFailed ? 'not taken' : (when ?? 'on its way')]),
            cents: -toCardCents,
          },
        ]
      : []),
    ...(toGiftCardCents > 0
      ? [{ label: worded(['Back to your gift card', when]), cents: -toGiftCardCents }]
      : []),
  ];
}

function totalLabel({ status, cancelledBy, cancellationFee, charges }: RiderRide): string {
  if (status === 'cancelled' && cancellationFee)
    return cancelledBy === 'no_show' ? 'No-show fee' : 'Cancellation fee';
  return charges.some(({ kind, status: of }) => kind === 'tip' && of === 'paid') ? 'Total with tip' : 'Total';
}

const givenBackCents = ({ givenBackCents: given, amountCents }: RiderCharge): Cents => given ?? amountCents;

function failedRefunds({ refunds, charges, payment }: RiderRide): Receipt['failed'] {
  const failed = [
    ...refunds.map((refund) => ({ ...refund, card: refund.card ?? payment, cents: refund.toCardCents })),
    ...charges.map((charge) => ({ ...charge, cents: givenBackCents(charge) })),
  ].filter(({ isFailed, cents }) => isFailed && cents > 0);
  if (failed.length === 0) return null;
  return {
    cents: failed.reduce((sum, { cents }) => sum + cents, 0),
    to: cardsInWords(failed.map(({ card }) => card)),
  };
}
