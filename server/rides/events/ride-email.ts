import { type Cents, formatCents } from '#common/money.ts';
import { type CancelledBy, NOTHING, type Sums } from '#common/rides/ride-money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { env } from '../../env.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { isFurther } from '../charges/charges.ts';
import { leftOfCharge } from '../payment/take-back.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';

/**
 * Email to the rider of a ride that no driver accepted: it is cancelled, and what is refunded.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeNotAcceptedEmail(rideId: string): Promise<EmailContent> {
  const ride = await findRide(rideId);
  const { fare, customerEmail, promoCodeId } = ride;
  const isOnAccount = ride.paymentStatus === 'on_account';
  return {
    to: customerEmail,
    subject: 'No driver could take your ride',
    title: 'We are sorry: no driver could take your ride',
    parts: [
      {
        kind: 'text',
        text: isOnAccount
          ? 'Your ride is cancelled, and costs nothing.'
          : 'Your ride is cancelled, and everything you paid for it goes back.',
      },
      {
        kind: 'rows',
        rows: [
          ...routeRows(ride),
          ...moneyBackRows(isOnAccount ? 0 : fare.totalCents, fare.giftCardCents),
          ['Reference', rideReference(rideId)],
        ],
      },
      ...(promoCodeId ? [PROMO_AGAIN] : []),
      seeYourRide(rideId),
    ],
  };
}

/**
 * Email to the rider of a ride that people cancelled: what goes back and when, and what was kept.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeCancelledEmail(rideId: string): Promise<EmailContent> {
  const ride = await findRide(rideId);
  const { by, feeCents } = ride.cancellation ?? { by: 'operations' as const, feeCents: 0 };
  const { toCardCents, toGiftCardCents } = givenBackByCancelling(ride);
  const isPaid = ride.history.some(({ change }) => change === 'paid');
  return {
    to: ride.customerEmail,
    subject: 'Your ride is cancelled',
    title: CANCELLED_TITLES[by],
    parts: [
      {
        kind: 'rows',
        rows: [
          ...routeRows(ride),
          ...moneyBackRows(toCardCents, toGiftCardCents),
          ...(feeCents > 0
            ? [
                [
                  by === 'no_show' ? 'Kept for the wait' : 'Kept for cancelling',
                  formatCents(feeCents),
                ] as const,
              ]
            : []),
          ['Reference', rideReference(rideId)],
        ],
      },
      ...(toCardCents > 0
        ? [text('Your bank shows what goes back to your card in 5 to 7 business days.')]
        : []),
      ...(isPaid ? [] : [text('You have not been charged.')]),
      ...(ride.promoCodeId && feeCents === 0 ? [PROMO_AGAIN] : []),
      seeYourRide(rideId),
    ],
  };
}

const CANCELLED_TITLES: Readonly<Record<CancelledBy, string>> = {
  rider: 'Your ride is cancelled, as you asked',
  operations: 'We had to cancel your ride',
  no_show: 'Nobody was at the pickup',
};

/** Owed or made already, with what was paid for further charges. */
function givenBackByCancelling(ride: RideRecord): Sums {
  const { refundOwed, refunds, charges } = ride;
  const made = refunds.find(({ reason }) => reason === 'cancelled');
  const ofFare = made
    ? { toCardCents: made.amountCents, toGiftCardCents: made.giftCardCents }
    : (refundOwed?.sums ?? NOTHING);
  const ofCharges = charges
    .filter((charge) => isFurther(charge) && charge.status === 'refunded')
    .reduce((sum, charge) => sum + leftOfCharge(ride, charge), 0);
  return { ...ofFare, toCardCents: ofFare.toCardCents + ofCharges };
}

const text = (words: string) => ({ kind: 'text', text: words }) as const;
const PROMO_AGAIN = text('Your promo code can be used again.');

/** To the ride's own page, where what became of it stands and it can be booked again. */
const seeYourRide = (rideId: string) =>
  ({
    kind: 'link',
    label: 'See your ride',
    href: new URL(`/my-rides/${rideId}`, env.PUBLIC_URL).href,
  }) as const;

type Rows = (readonly [label: string, value: string])[];

function routeRows({ scheduledAt, pickupLocation, dropoffLocation }: RideRecord): Rows {
  const pickup = new Date(scheduledAt);
  return [
    ['Pickup time', `${formatDay(pickup, new Date())}, ${formatTimeWithZone(pickup)}`],
    ['From', pickupLocation],
    ['To', dropoffLocation],
  ];
}

const moneyBackRows = (toCardCents: Cents, toGiftCardCents: Cents): Rows => [
  ...(toCardCents > 0 ? [['Back to your card', formatCents(toCardCents)] as const] : []),
  ...(toGiftCardCents > 0 ? [['Back to your gift card', formatCents(toGiftCardCents)] as const] : []),
];
