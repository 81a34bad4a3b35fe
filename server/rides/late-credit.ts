import type { QueryFilter } from 'mongoose';
import { DAY_MS } from '#common/durations.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { creditedMinutes } from '#common/rides/punctuality.ts';
import { WORKER } from '../audit-log/record-audit.ts';
import { env } from '../env.ts';
import { givenCents, grantGiftCard } from '../gift-cards/give-gift-card.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { riderAddress } from './emails/to-rider.ts';
import { type RideDoc, RideModel, type RideRecord } from './ride-model.ts';
import { findRide } from './ride-queries.ts';
import { transitionRide } from './transition-ride.ts';

/** How far back late rides are searched: longer than a weekend without a worker. */
const BACK_MS = 3 * DAY_MS;

/** Statuses in which it is known whether the ride took place. */
const BEGUN_STATUSES = ['in_progress', 'completed', 'cancelled'] as const;

/**
 * Gives a gift card to the riders of rides whose driver was at least ten minutes late, once per ride, if the
 * setting `LATE_CREDIT_DOLLARS` is not zero. Skips riders whose account is deleted. Issues the card and its
 * mail under the ride's id, then records the credit on the ride. Idempotent, also with concurrent workers.
 *
 * @throws the first error, after all rides were tried
 */
export async function creditLateRides(): Promise<void> {
  if (env.LATE_CREDIT_DOLLARS === 0) return;
  const isRecent = { $gte: new Date(databaseClock.nowMs() - BACK_MS) };
  const filter: QueryFilter<RideDoc> = {
    status: { $in: BEGUN_STATUSES },
    scheduledAt: isRecent,
    lateCredit: null,
  };
  const failures: unknown[] = [];
  for await (const seen of RideModel.find(filter, SEEN_FIELDS).lean<SeenRide[]>().cursor()) {
    // One failure must not block the other rides.
    if (mayBeLate(seen)) await creditIfLate(`${seen._id}`).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** What is read of all rides of the last days, every minute. Only those that may be late are read whole. */
const SEEN_FIELDS = { scheduledAt: 1, arrivedAt: 1, driverId: 1, cancellation: 1 } as const;
type SeenRide = Pick<RideDoc, '_id' | keyof typeof SEEN_FIELDS>;

/** Whether the driver came late or not at all, as far as the fields tell that are read of all rides. */
function mayBeLate({ scheduledAt, arrivedAt, driverId, cancellation }: SeenRide): boolean {
  if (!arrivedAt) return Boolean(cancellation && driverId);
  const times = { scheduledAt: scheduledAt.toISOString(), arrivedAt: arrivedAt.toISOString() };
  return creditedMinutes({ ...times, history: [] }) !== null;
}

async function creditIfLate(rideId: string): Promise<void> {
  const ride = await findRide(rideId);
  const minutes = minutesLate(ride);
  if (minutes !== null) await credit(ride, minutes);
}

/**
 * Full minutes that a driver was late, when that is worth a credit; else null. Measured until the driver
 * arrived or, when an assigned driver had not arrived, until the ride was cancelled.
 */
function minutesLate(ride: RideRecord): number | null {
  if (ride.arrivedAt !== null) return creditedMinutes(ride);
  const isGivenUp = ride.cancellation !== null && ride.driverId !== null;
  const end = isGivenUp ? ride.history.findLast(({ change }) => change === 'cancelled') : undefined;
  return end ? creditedMinutes({ ...ride, arrivedAt: end.at }) : null;
}

async function credit(ride: RideRecord, minutes: number): Promise<void> {
  const pickup = new Date(ride.scheduledAt);
  const when = formatDayTimeWithZone(pickup, databaseClock.now());
  const recipientEmail = await riderAddress(ride);
  const given = recipientEmail
    ? await grantGiftCard({
        id: ride.id,
        amountCents: env.LATE_CREDIT_DOLLARS * 100,
        recipientEmail,
        recipientName: ride.customerName,
        reason: `We were ${minutes} minutes late for your ride on ${when}. We are sorry.`,
      })
    : null;
  // A card that was issued before the account was deleted is still recorded on the ride.
  const amountCents = given?.amountCents ?? (await givenCents(ride.id));
  if (amountCents === null) return;
  await transitionRide({
    rideId: ride.id,
    change: 'credited',
    by: WORKER,
    text: `${formatCents(amountCents)} as a gift card: the driver was ${minutes} minutes late`,
    guard: { status: { $in: BEGUN_STATUSES }, lateCredit: null },
    patch: { lateCredit: { amountCents, minutes } },
  });
}
