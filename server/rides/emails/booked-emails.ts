import { formatCents } from '#common/money.ts';
import { cancellationSentence } from '#common/rides/format-cancellation.ts';
import { LATE_ACCEPT_MS } from '#common/rides/punctuality.ts';
import { cardName, waivedLines } from '#common/rides/ride.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailContent, EmailPart } from '../../mail/email-content.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import {
  bookingRows,
  driverPart,
  linkToRide,
  note,
  pickupDay,
  pickupMoment,
  routePart,
  text,
} from './email-parts.ts';
import { toRider } from './to-rider.ts';

/** Whether a ride has not begun and its pickup time is not long past. */
const isAhead = ({ status, scheduledAt }: RideRecord): boolean =>
  (status === 'requested' || status === 'accepted') &&
  databaseClock.nowMs() < Date.parse(scheduledAt) + LATE_ACCEPT_MS;

/**
 * Composes the mail that a ride is booked, with its calendar entry. Null once the ride has begun or is over.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeBookedEmail(rideId: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  if (!isAhead(ride)) return null;
  return toRider(ride, {
    subject: `Your ride on ${pickupDay(ride)} is booked`,
    preview: pickupMoment(ride),
    title: 'Your ride is booked',
    parts: [
      text(
        ride.driver
          ? `${ride.driver.firstName} is your driver.`
          : 'Drivers see your ride. We write again as soon as one accepts.',
      ),
      routePart(ride),
      { kind: 'rows', rows: bookingRows(ride) },
      ...moneyParts(ride),
      linkToRide(rideId, 'View ride'),
      note(`${smallPrint(ride)}A calendar entry is attached.`),
    ],
    calendar: 'REQUEST',
  });
}

/**
 * Composes the mail that a booking has changed, with the updated calendar entry. Null unless this is the
 * latest change.
 *
 * @param version of the change
 * @throws AppError NOT_FOUND
 */
export async function composeChangedEmail(rideId: string, version?: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const last = ride.history.findLast(({ change }) => change === 'edited');
  if (!isAhead(ride) || last?.version !== Number(version)) return null;
  return toRider(ride, {
    subject: `Your ride on ${pickupDay(ride)} has changed`,
    preview: pickupMoment(ride),
    title: 'Your ride has changed',
    parts: [
      text('This is your updated booking.'),
      ...driverPart(ride),
      routePart(ride),
      { kind: 'rows', rows: [...bookingRows(ride), ['Fare', formatCents(ride.fare.fareCents)]] },
      linkToRide(rideId, 'View ride'),
      note(`${smallPrint(ride)}A calendar entry is attached.`),
    ],
    calendar: 'REQUEST',
  });
}

/** The fare, how it was paid, and what was waived. */
function moneyParts({ fare, payment, paymentStatus }: RideRecord): EmailPart[] {
  const { fareCents, giftCardCents, totalCents } = fare;
  const isOnAccount = paymentStatus === 'on_account';
  const label = isOnAccount ? 'On account' : payment ? cardName(payment) : totalCents > 0 ? 'Paid' : 'To pay';
  const credits = [
    ...(giftCardCents > 0 ? [['Gift card', formatCents(-giftCardCents)] as const] : []),
    ...(isOnAccount ? [] : waivedLines(fare).map(({ label, cents }) => [label, formatCents(cents)] as const)),
  ];
  return [
    ...(credits.length > 0
      ? [{ kind: 'rows' as const, rows: [['Fare', formatCents(fareCents)] as const, ...credits] }]
      : []),
    { kind: 'total', label, amount: formatCents(isOnAccount ? fareCents : totalCents) },
  ];
}

const smallPrint = (ride: RideRecord): string => {
  const sentence = cancellationSentence(ride, databaseClock.now());
  return sentence ? `${sentence}. ` : '';
};

/**
 * Composes the reminder for the day before a ride. A late one says today. Null after the pickup time, or when
 * the ride was moved to another day.
 *
 * @param date the pickup date (YYYY-MM-DD) that the reminder was enqueued for
 * @throws AppError NOT_FOUND
 */
export async function composeTomorrowEmail(rideId: string, date?: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const now = databaseClock.now();
  const today = dateInVegas(now);
  if (!isAhead(ride) || ride.scheduledDate !== date || new Date(ride.scheduledAt) <= now) return null;
  const day = date === today ? 'today' : 'tomorrow';
  if (day === 'tomorrow' && date !== addDays(today, 1)) return null;
  return toRider(ride, {
    subject: `Your ride is ${day}`,
    preview: pickupMoment(ride),
    title: `Your ride is ${day}, ${pickupMoment(ride)}`,
    parts: [
      ...(ride.driver
        ? driverPart(ride)
        : [text('We are still finding your driver, and email you as soon as one accepts.')]),
      routePart(ride),
      { kind: 'rows', rows: bookingRows(ride) },
      linkToRide(rideId, 'View ride'),
      ...(smallPrint(ride) ? [note(smallPrint(ride).trim())] : []),
    ],
  });
}
