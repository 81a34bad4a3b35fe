import { formatSearchEnd } from '#common/rides/format-search-end.ts';
import { CLOSE_MS, wasNotifiedOfSearch } from '#common/rides/punctuality.ts';
import { paidFor, totalOf } from '#common/rides/ride-money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { isOffer, SETTLED } from '#common/rides/ride-states.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { linkToRide, pickupMoment, routePart, text } from '../emails/email-parts.ts';
import { toRider } from '../emails/to-rider.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { isStillSearching } from './ride-alerts.ts';

/** A ride changed this recently is skipped, so that a dispatcher can still undo the change. */
const QUIET_MS = 60_000;

/**
 * Notifies riders, by mail and in the ride's history, when no driver has accepted a ride whose pickup is
 * within the hour. Once per pickup time. Enqueues the mail first, which is stored only once, so a retry after
 * a crash completes both. Idempotent, also with concurrent workers.
 */
export async function notifyStillSearching(): Promise<void> {
  const now = databaseClock.now();
  const docs = await RideModel.find({
    status: 'requested',
    paymentStatus: { $in: SETTLED },
    scheduledAt: { $lte: new Date(now.getTime() + CLOSE_MS) },
  }).lean<RideDoc[]>();
  for (const doc of docs) {
    const ride = toRideRecord(doc);
    if (isStillSearching(ride, now) && !wasNotified(ride) && isQuiet(ride, now)) await notify(ride);
  }
}

async function notify({ id: rideId, version, scheduledAt }: RideRecord): Promise<void> {
  await enqueueEmail('ride-still-searching', rideId, { what: scheduledAt });
  await transitionRide({
    rideId,
    change: 'still_searching',
    by: WORKER,
    guard: { version, status: 'requested', paymentStatus: { $in: SETTLED } },
    patch: {},
  });
}

function isQuiet({ history, createdAt }: RideRecord, now: Date): boolean {
  const lastAt = history.at(-1)?.at ?? createdAt;
  return now.getTime() - Date.parse(lastAt) >= QUIET_MS;
}

const wasNotified = (ride: RideRecord): boolean => wasNotifiedOfSearch(ride, new Date(ride.scheduledAt));

/**
 * Composes the mail to the rider of a ride that still has no driver. Null once it is no longer an offer.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeStillSearchingEmail(rideId: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  if (!isOffer(ride)) return null;
  const isPaid = totalOf(paidFor(ride)) > 0;
  return toRider(ride, {
    subject: 'We are still looking for your driver',
    preview: pickupMoment(ride),
    title: 'We are still looking for your driver',
    parts: [
      text(
        'No driver has accepted your ride yet. Our dispatchers have been alerted and are looking for one.',
      ),
      text(formatSearchEnd({ pickup: new Date(ride.scheduledAt), isPaid })),
      routePart(ride),
      {
        kind: 'rows',
        rows: [
          ['Pickup time', pickupMoment(ride)],
          ['Reference', rideReference(rideId)],
        ],
      },
      text(
        'As soon as someone accepts, you see it on your ride page. Until then you can cancel at no charge.',
      ),
      linkToRide(rideId, 'See your ride'),
    ],
  });
}
