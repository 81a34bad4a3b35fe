import { fareLines } from '#common/fares/quote-fare.ts';
import { formatMoment } from '#common/format-date-time.ts';
import type { Cents } from '#common/money.ts';
import { feeForCancelling, freeUntil } from '#common/rides/cancellation.ts';
import { cardOfCharge, fareCards, formatCard, formatCards } from '#common/rides/refund-cards.ts';
import { shortCardName } from '#common/rides/ride.ts';
import { accountCents, CHARGE_NAMES, type Charge, isEditCharge } from '#common/rides/ride-money.ts';
import { SETTLED, wasEverSettled } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { waitingKept } from '#common/rides/unused-payment.ts';

/** One line of a ride's money. */
export interface MoneyRow {
  label: string;
  cents: Cents;
  /** Its state or reason: `on its way`, `Car came 12 min late`. */
  note?: string;
  isProblem?: boolean;
  isWarning?: boolean;
  /** The further charge, if it can still be withdrawn. */
  charge?: Charge;
}

/** A ride's money: the lines of the fare, the fare, and all payments and refunds. */
interface Money {
  fare: MoneyRow[];
  totalCents: Cents;
  /** Payments, refunds, further charges, the fee kept, and the driver's share. */
  moved: MoneyRow[];
}

const UNKNOWN = 'the card';

/** All of a ride's money, line by line. */
export function moneyOf(ride: StaffRide): Money {
  return {
    fare: fareLines(ride.fare, ride),
    totalCents: ride.fare.fareCents,
    moved: [
      ...paidRows(ride),
      ...finalRows(ride),
      ...refundRows(ride),
      ...owedRows(ride),
      ...ride.charges.flatMap((charge) => chargeRows(charge)),
      ...keptRows(ride),
      { label: 'Driver’s share', cents: ride.driverShareCents },
    ],
  };
}

function paidRows(ride: StaffRide): MoneyRow[] {
  const { paymentStatus, bookedFare } = ride;
  const fare = bookedFare ?? ride.fare;
  const giftCard = fare.giftCardCents > 0 ? [{ label: 'Paid by gift card', cents: fare.giftCardCents }] : [];
  switch (paymentStatus) {
    case 'pending':
      return [{ label: 'Amount due', cents: fare.totalCents }];
    case 'expired':
      return [{ label: 'Paid', cents: 0 }];
    case 'on_account':
      return [...giftCard, accountRow(ride)];
    case 'waived':
      return giftCard.length > 0 ? giftCard : [{ label: 'Nothing to pay', cents: 0 }];
    case 'flagged':
      return [
        ...giftCard,
        {
          label: `Paid by ${formatCard(ride.payment, UNKNOWN)}`,
          cents: fare.totalCents,
          note: 'Not what is owed',
          isProblem: true,
        },
      ];
    default: {
      // The gift card of a ride that was paid too late was never charged.
      const charged = wasEverSettled(ride) ? giftCard : [];
      return fare.totalCents > 0
        ? [...charged, { label: `Paid by ${formatCard(ride.payment, UNKNOWN)}`, cents: fare.totalCents }]
        : charged;
    }
  }
}

function accountRow({ status, cancellation, actualFareCents, fare }: StaffRide): MoneyRow {
  const cents = accountCents({
    isCancelled: status === 'cancelled',
    feeCents: cancellation?.feeCents,
    finalCents: actualFareCents,
    fareCents: fare.fareCents,
  });
  return { label: cents > 0 ? 'On account, billed later' : 'On account', cents };
}

function finalRows(ride: StaffRide): MoneyRow[] {
  const { actualFareCents, fare, fareReview } = ride;
  if (fareReview?.pendingSince)
    return [
      { label: 'Completed for', cents: fareReview.proposedCents, note: 'To be decided', isWarning: true },
    ];
  const waiting = waitingKept(ride, actualFareCents);
  return [
    ...(actualFareCents === null || actualFareCents === fare.fareCents
      ? []
      : [{ label: 'Final fare', cents: actualFareCents }]),
    ...(waiting
      ? [{ label: 'Waiting, kept from the refund', cents: waiting.cents, note: waiting.text }]
      : []),
  ];
}

const REFUNDS: Readonly<Record<string, string>> = {
  'paid-too-late': 'Paid after it was cancelled',
  'completed-for-less': 'Completed for less',
  'not-accepted': 'No driver took it',
  cancelled: 'Cancelled',
};

function refundRows(ride: StaffRide): MoneyRow[] {
  return ride.refunds.flatMap(({ reason, amountCents, giftCardCents, failure, adjustmentId, chargeId }) => {
    const adjustment = ride.adjustments.find(({ id }) => id === adjustmentId);
    const note = adjustment ? `${adjustment.reason} (${adjustment.by})` : REFUNDS[reason];
    const name = formatCard(cardOfCharge(ride, { chargeId }) ?? ride.payment, UNKNOWN);
    const rows: MoneyRow[] = [];
    if (amountCents > 0)
      rows.push({
        label: failure ? `Refund to ${name} failed` : `Refunded to ${name}`,
        cents: amountCents,
        note: failure ? failure.replaceAll('_', ' ') : note,
        isProblem: failure !== undefined,
      });
    if (giftCardCents > 0) rows.push({ label: 'Refunded to the gift card', cents: giftCardCents, note });
    return rows;
  });
}

/** Refunds by staff that have not been executed yet. */
const owedRows = ({ adjustments }: StaffRide): MoneyRow[] =>
  adjustments
    .filter(({ owedSince }) => owedSince)
    .map(({ toCardCents, toGiftCardCents, reason, by }) => ({
      label: 'Refund on its way',
      cents: toCardCents + toGiftCardCents,
      note: `${reason} (${by})`,
    }));

/** For charges paid by an emailed link; all others are paid in the page. */
const BY_LINK: Readonly<Record<Charge['status'], string>> = {
  open: 'link sent, not paid',
  paid: 'paid by link',
  void: 'withdrawn',
  refunded: 'paid, refunded',
};

const IN_PAGE: Readonly<Record<Charge['status'], string>> = {
  open: 'not paid yet',
  paid: 'paid',
  void: 'not paid',
  refunded: 'paid, refunded',
};

/** A charge in addition to the fare. The charge of a booking is the fare itself, which has its own line. */
function chargeRows(charge: Charge): MoneyRow[] {
  const { kind, status, amountCents, reason, failure, card } = charge;
  if (kind === 'booking') return [];
  const words = isLinked(charge) ? BY_LINK : IN_PAGE;
  const about = [CHARGE_NAMES[kind] !== reason && reason, card && shortCardName(card)].filter(Boolean);
  return [
    {
      label: `${CHARGE_NAMES[kind] ?? 'Extra charge'}, ${words[status] ?? status}`,
      cents: amountCents,
      note: failure ? `Its refund failed: ${failure.replaceAll('_', ' ')}` : about.join(', ') || undefined,
      isProblem: failure !== undefined,
      ...(isWithdrawable(charge) && { charge }),
    },
  ];
}

/**
 * Whether a charge is paid by an emailed link. One for an edit by staff can be paid by link or in the page,
 * so it counts as linked only while open.
 */
export const isLinked = ({ kind, status, isByStaff }: Charge): boolean =>
  kind === 'adjustment' || kind === 'waiting' || (isByStaff === true && status === 'open');

/** A charge that paid for the ride itself cannot be withdrawn; it is refunded by staff instead. */
export const isWithdrawable = (charge: Charge): boolean =>
  charge.status === 'open' || (charge.status === 'paid' && !isEditCharge(charge));

/** The fee for cancelling or a no-show, less what staff refunded of it. */
function keptRows({ cancellation, paymentStatus, refundableCents }: StaffRide): MoneyRow[] {
  if (!cancellation) return [];
  const { by, feeCents, reason } = cancellation;
  const cents = paymentStatus === 'on_account' ? feeCents : Math.min(feeCents, refundableCents);
  return [{ label: by === 'no_show' ? 'No-show fee' : 'Cancellation fee', cents, note: reason }];
}

/** The fee if the rider cancelled now; null for a ride that cannot be cancelled or is not settled. */
export function feeNowRow(ride: StaffRide, now: Date): MoneyRow | null {
  const isAhead = ride.status === 'requested' || ride.status === 'accepted';
  if (!isAhead || !SETTLED.includes(ride.paymentStatus)) return null;
  const cents = feeForCancelling(ride, now, 'rider');
  const label = 'Fee if the rider cancels now';
  if (cents > 0) return { label, cents, isWarning: true };
  const until = freeUntil(ride);
  const note =
    ride.driverId === null ? 'Free while no driver has accepted' : `Free until ${formatMoment(until, now)}`;
  return { label, cents, ...((ride.driverId === null || until > now) && { note }) };
}

/** Charges whose payment link can be emailed again. Nobody is reminded of a tip. */
export const openCharges = ({ charges }: StaffRide): Charge[] =>
  charges.filter(({ kind, status }) => status === 'open' && kind !== 'tip');

/** The targets of a refund, one row each: `Back to Visa 4242`. */
export const refundTargets = (
  ride: Pick<StaffRide, 'payment' | 'charges' | 'fare' | 'paymentStatus'>,
  { toCardCents, toGiftCardCents }: { toCardCents: Cents; toGiftCardCents: Cents },
): MoneyRow[] => [
  ...(toCardCents > 0 || (ride.fare.totalCents > 0 && ride.paymentStatus !== 'on_account')
    ? [{ label: `Back to ${formatCards(fareCards(ride), UNKNOWN)}`, cents: toCardCents }]
    : []),
  ...(toGiftCardCents > 0 ? [{ label: 'Back to the gift card', cents: toGiftCardCents }] : []),
];
