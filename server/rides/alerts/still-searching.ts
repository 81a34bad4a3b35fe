import { formatSearchEnd } from '#common/rides/format-search-end.ts';
import { CLOSE_MS, isDriverLoss, wasNotifiedOfSearch } from '#common/rides/punctuality.ts';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { paidFor, totalOf } from '#common/rides/ride-money.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { isOffer, SETTLED } from '#common/rides/ride-states.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { listMailedDriverVersions } from '../emails/driver-emails.ts';
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
 * within the hour. Once per pickup time, and again when a driver who had accepted since is lost. Enqueues the
 * mail first, which is stored only once, so a retry after a crash completes both. Idempotent, also with
 * concurrent workers.
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

async function notify(ride: RideRecord): Promise<void> {
  const { id: rideId, version, scheduledAt } = ride;
  const loss = lossOf(ride);
  await enqueueEmail('ride-still-searching', rideId, {
    what: loss ? `${scheduledAt} ${loss.version}` : scheduledAt,
  });
  await transitionRide({
    rideId,
    change: 'still_searching',
    by: WORKER,
    guard: { version, status: 'requested', paymentStatus: { $in: SETTLED } },
    patch: {},
  });
}

/** The last loss of a driver. An undone assignment does not count, because no email named its driver. */
const lossOf = ({ history }: RideRecord): RecordedEntry | undefined =>
  history.findLast((entry) => isDriverLoss(entry) && !entry.isUndo);

/** Whether an email had named a driver before the last loss. A driver lost sooner is unknown to the rider. */
async function wasMailedDriver(ride: RideRecord): Promise<boolean> {
  const loss = lossOf(ride);
  if (!loss) return false;
  const versions = await listMailedDriverVersions(ride.id);
  return versions.some((version) => version < loss.version);
}

function isQuiet({ history, createdAt }: RideRecord, now: Date): boolean {
  const lastAt = history.at(-1)?.at ?? createdAt;
  return now.getTime() - Date.parse(lastAt) >= QUIET_MS;
}

const wasNotified = (ride: RideRecord): boolean => wasNotifiedOfSearch(ride, new Date(ride.scheduledAt));

const FIRST = {
  title: 'We are still looking for your driver',
  words: 'No driver has accepted your ride yet.',
};
const ANOTHER = {
  title: 'We are looking for another driver',
  words: "Your driver can't come, and nobody else has accepted yet.",
};

/**
 * Composes the mail to the rider of a ride that still has no driver. Null once it is no longer an offer.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeStillSearchingEmail(rideId: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  if (!isOffer(ride)) return null;
  const isPaid = totalOf(paidFor(ride)) > 0;
  const { title, words } = (await wasMailedDriver(ride)) ? ANOTHER : FIRST;
  return toRider(ride, {
    subject: title,
    preview: pickupMoment(ride),
    title,
    parts: [
      text(`${words} Our dispatchers have been alerted and are looking for one.`),
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
