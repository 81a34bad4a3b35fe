import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import type { RefundReason } from '#common/jobs.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { cardOfCharge, formatCard, formatCards } from '#common/rides/refund-cards.ts';
import { type CancelledBy, NOTHING, sumCents } from '#common/rides/ride-money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { wasEverSettled } from '#common/rides/ride-states.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailContent, EmailPart, EmailRows } from '../../mail/email-content.ts';
import { isFurtherCharge } from '../charges/charges.ts';
import { refundOwedByOutcome } from '../payment/refundable.ts';
import { refundableCentsOfCharge } from '../payment/split-refund.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { linkToRide, note, pickupDay, pickupMoment, routePart, text } from './email-parts.ts';
import { toRider } from './to-rider.ts';

/**
 * Composes the mail about a ride cancelled because no driver accepted it, with the refund.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeNotAcceptedEmail(rideId: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const isOnAccount = ride.paymentStatus === 'on_account';
  const back = refundsOfEnd(ride, 'not-accepted');
  return toRider(ride, {
    subject: 'No driver could take your ride',
    preview: pickupMoment(ride),
    title: 'We are sorry: no driver could take your ride',
    parts: [
      text(
        isOnAccount || back.refused
          ? 'Your ride is cancelled and costs nothing.'
          : 'Your ride is cancelled, and everything you paid for it is refunded.',
      ),
      ...endParts(ride, back, []),
    ],
    calendar: 'CANCEL',
  });
}

/**
 * Composes the mail about a cancelled ride: refund, fee, and how long a refund takes.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeCancelledEmail(rideId: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const { by, feeCents } = ride.cancellation ?? { by: 'operations' as const, feeCents: 0 };
  const wasBooked = wasEverSettled(ride);
  const cancelled = ride.history.findLast(({ change }) => change === 'cancelled');
  const fee = by === 'no_show' ? 'No-show fee' : 'Cancellation fee';
  return toRider(ride, {
    subject: `Your ride on ${pickupDay(ride)} is cancelled`,
    preview: pickupMoment(ride),
    title: CANCELLED_TITLES[by],
    parts: [
      ...(cancelled
        ? [text(`Cancelled ${formatDayTimeWithZone(new Date(cancelled.at), databaseClock.now())}.`)]
        : []),
      ...endParts(ride, refundsOfEnd(ride, 'cancelled'), feeCents > 0 ? [[fee, formatCents(feeCents)]] : []),
      ...(wasBooked ? [] : [note(neverBooked(ride))]),
    ],
    ...(wasBooked && { calendar: 'CANCEL' }),
  });
}

/**
 * Explains what happens to the money of a ride that was never settled. It was charged only if its payment was
 * flagged, which may have been refunded at Stripe directly, or came too late.
 */
function neverBooked({ refundOwed, refunds, payment, history }: RideRecord): string {
  const refused = refunds.find(({ failure }) => failure);
  if (refused) return formatRefused({ cents: refused.amountCents, cards: formatCard(payment) });
  const wasFlagged = history.some(({ change }) => change === 'flagged');
  return refundOwed || refunds.length > 0 || wasFlagged ? ALL_GOES_BACK : 'You have not been charged.';
}

const ALL_GOES_BACK = 'Your payment is refunded in full. A card refund takes 5 to 7 business days to arrive.';

const CANCELLED_TITLES: Readonly<Record<CancelledBy, string>> = {
  rider: 'Your ride is cancelled, as you asked',
  operations: 'We had to cancel your ride',
  no_show: 'Nobody was at the pickup',
};

interface ToCards {
  cents: Cents;
  /** The cards in words. */
  cards: string;
}

interface RefundsOfEnd {
  toCards: ToCards | null;
  toGiftCardCents: Cents;
  /** What a card refused to take back. */
  refused: ToCards | null;
}

/**
 * Sums up what the end of a ride refunds, owed or made, including further charges. Earlier refunds are left
 * out.
 */
function refundsOfEnd(ride: RideRecord, reason: RefundReason): RefundsOfEnd {
  const { refundOwed, refunds, charges, adjustments, history } = ride;
  const made = refunds.find((refund) => refund.reason === reason);
  const owed = refundOwed?.reason === reason ? refundOwedByOutcome(ride, reason) : NOTHING;
  const ofFare = made ? { toCardCents: made.amountCents, toGiftCardCents: made.giftCardCents } : owed;
  const endedAt = history.findLast(({ change }) => change === 'cancelled')?.at ?? '';
  const refunded = charges
    .filter((charge) => isFurtherCharge(charge) && charge.status === 'refunded')
    .filter(({ refundedAt }) => refundedAt === undefined || refundedAt >= endedAt);
  const parts = adjustments.filter(({ cause }) => cause === 'cancellation');
  const toCards: PartToCard[] = [
    { cents: ofFare.toCardCents, card: ride.payment, failure: made?.failure },
    ...refunded.map((charge) => ({
      cents: refundableCentsOfCharge(ride, charge),
      card: charge.card ?? ride.payment,
      failure: charge.failure,
    })),
    ...parts.map((part) => ({
      cents: part.toCardCents,
      card: cardOfCharge(ride, part) ?? ride.payment,
      failure: refunds.find(({ adjustmentId }) => adjustmentId === part.id)?.failure,
    })),
  ];
  return {
    toCards: summedUp(toCards.filter(({ failure }) => !failure)),
    toGiftCardCents: ofFare.toGiftCardCents,
    refused: summedUp(toCards.filter(({ failure }) => failure)),
  };
}

interface PartToCard {
  cents: Cents;
  card: RideRecord['payment'];
  /** Why the refund failed, as Stripe's code. */
  failure: string | undefined;
}

function summedUp(parts: readonly PartToCard[]): ToCards | null {
  const moved = parts.filter(({ cents }) => cents > 0);
  if (moved.length === 0) return null;
  return {
    cents: sumCents(moved.map(({ cents }) => cents)),
    cards: formatCards(moved.map(({ card }) => card)),
  };
}

const formatRefused = ({ cents, cards }: ToCards): string =>
  `${formatCents(cents)} could not be sent back to ${cards}. Our support team writes to you about it.`;

/** The parts about route, refund and fee, with a link to the ride's page. */
function endParts(
  ride: RideRecord,
  { toCards, toGiftCardCents, refused }: RefundsOfEnd,
  kept: EmailRows,
): EmailPart[] {
  const isFree = !ride.cancellation?.feeCents;
  return [
    routePart(ride),
    {
      kind: 'rows',
      rows: [
        ['Pickup time', pickupMoment(ride)],
        ['Reference', rideReference(ride.id)],
        ...kept,
        ...(toGiftCardCents > 0 ? [['Back to your gift card', formatCents(toGiftCardCents)] as const] : []),
      ],
    },
    ...(toCards
      ? [
          {
            kind: 'total' as const,
            label: `Back to ${toCards.cards}`,
            amount: formatCents(toCards.cents),
            note: 'A card refund takes 5 to 7 business days to arrive.',
          },
        ]
      : []),
    ...(refused ? [note(formatRefused(refused))] : []),
    ...(ride.promoCodeId && isFree ? [note('This ride did not use up your promo code.')] : []),
    linkToRide(ride.id, 'See your ride'),
  ];
}
