import {
  type RemovalReason,
  type RemovedOffer,
  type RemovedRide,
  removalReasonSchema,
  rooms,
} from '#common/rides/ride-events.ts';
import { isOffer, wasEverSettled } from '#common/rides/ride-states.ts';
import { RIDES_CHANGED } from '../../infra/channels.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { createOutbox, logPublishFailed, namingStep } from '../../infra/outbox.ts';
import { composePublishedMessage, lineFor } from '../../infra/published-message.ts';
import { publish } from '../../infra/redis.ts';
import { enqueueRideEmails } from '../emails/owed-emails.ts';
import { enqueueOwedRefunds } from '../payment/owed-refunds.ts';
import { presentDriverRide, presentOffer, presentRiderRide, presentStaffRide } from '../present-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { presentTrip } from '../trip/present-trip.ts';
import { recordRideAudit } from './record-ride-audit.ts';

/**
 * Publishes a ride's current state to all server nodes, adds the emails and audit log entries that its
 * changes require, and enqueues the refunds it owes. Then clears its outbox mark, unless the ride changed
 * again meanwhile. Does not throw: after a failure the mark stays, and `relayOutbox` publishes the change.
 *
 * @returns whether it was published
 */
export async function publishRide(ride: RideRecord): Promise<boolean> {
  try {
    const message = composeRideMessage(ride, databaseClock.now());
    const [subscribers] = await Promise.all([
      namingStep('publish', () => publish(RIDES_CHANGED, message, ride.city)),
      namingStep('enqueue emails', () => enqueueRideEmails(ride, unpublished(ride))),
      namingStep('record audit', () => recordRideAudit(ride, unpublished(ride))),
      namingStep('enqueue refunds', () => enqueueOwedRefunds(ride.id, ride)),
    ]);
    await namingStep('clear outbox mark', () => clearMark(ride));
    const { id: rideId, version, paymentStatus } = ride;
    const changes = unpublished(ride).map(({ change }) => change);
    logger.info({ rideId, version, changes, paymentStatus, subscribers }, 'ride published');
    return true;
  } catch (error) {
    logPublishFailed(error, { rideId: ride.id, version: ride.version });
    return false;
  }
}

const clearMark = ({ id, version }: RideRecord) =>
  RideModel.updateOne(
    { _id: id, version },
    { $set: { publishedVersion: version }, $unset: { unpublishedSince: 1, auditOwed: 1 } },
  ).exec();

/** Rides whose last change was not published. */
export const rideOutbox = createOutbox<RideDoc>(RideModel, (doc) => publishRide(toRideRecord(doc)));

/**
 * Composes the message of a ride: its state in the view of each audience, so that it is rendered once instead
 * of by every node. The message is labelled with the ride's id and the last version published before.
 */
export const composeRideMessage = (ride: RideRecord, now: Date): string =>
  composePublishedMessage({
    changedAt: Date.parse(ride.history.at(-1)?.at ?? ride.createdAt),
    about: [ride.id, `${ride.publishedVersion}`],
    lines: [...linesOf(ride, now)],
  });

/**
 * Composes a ride's message from the database, with all changes after a version. For a node that cannot read
 * the message of a newer release. Null when the ride does not exist.
 */
export async function recomposeRideMessage(rideId: string, publishedVersion: number): Promise<string | null> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  return doc && composeRideMessage({ ...toRideRecord(doc), publishedVersion }, databaseClock.now());
}

function* linesOf(ride: RideRecord, now: Date): Generator<string> {
  yield lineFor(rooms.rider(ride.riderId), 'ride:changed', presentRiderRide(ride, now));
  if (ride.driverId) yield lineFor(rooms.driver(ride.driverId), 'ride:changed', presentDriverRide(ride, now));

  for (const [driverId, reason] of formerDrivers(ride)) {
    yield lineFor(rooms.driver(driverId), 'ride:removed', { id: ride.id, version: ride.version, reason });
  }

  yield lineFor(rooms.ops, 'board:changed', presentStaffRide(ride));
  if (ride.share) yield lineFor(rooms.trip(ride.share.key), 'trip:changed', presentTrip(ride));
  for (const key of formerTripKeys(ride)) yield lineFor(rooms.trip(key), 'trip:ended', null);

  for (const rideType of formerRideTypes(ride)) {
    // A driver who serves both kinds keeps the offer: the `offer:added` that follows has a higher version.
    const removed = { id: ride.id, version: ride.version - 1, reason: 'changed' } as const;
    yield lineFor(rooms.offers(ride.city, rideType), 'offer:removed', removed);
  }

  const change = offerChange(ride);
  if (change === null) return;
  const room = rooms.offers(ride.city, ride.rideType);
  if (change === 'added') yield lineFor(room, 'offer:added', presentOffer(ride));
  else yield lineFor(room, 'offer:removed', { id: ride.id, version: ride.version, reason: change });
}

/** The changes not known to have been published. */
const unpublished = ({ history, publishedVersion }: RideRecord) =>
  history.filter(({ version }) => version > publishedVersion);

/**
 * The drivers who no longer have the ride, and why each lost it most recently. All changes after
 * `publishedVersion` count, so that one message makes up for lost ones.
 */
export function formerDrivers(ride: RideRecord): ReadonlyMap<string, RemovalReason> {
  const drivers = new Map<string, RemovalReason>();
  for (const { change, former } of unpublished(ride)) {
    const reason = removalReasonSchema.safeParse(change).data;
    if (former && reason && former.driverId !== ride.driverId) drivers.set(former.driverId, reason);
  }
  return drivers;
}

/** Why a driver no longer has the ride, and since which version; null if they have it, or never had it. */
export function removalOf(ride: RideRecord, driverId: string): RemovedRide | null {
  const { id, history } = ride;
  if (ride.driverId === driverId) return null;
  for (const { change, former, version } of history.toReversed()) {
    const reason = removalReasonSchema.safeParse(change).data;
    if (reason && former?.driverId === driverId) return { id, version, reason };
  }
  return null;
}

/** Trip links that ended; their viewers have to leave. */
const formerTripKeys = (ride: RideRecord): string[] =>
  unpublished(ride).flatMap(({ formerTripKey }) => formerTripKey ?? []);

/** Former vehicle kinds of the ride, whose drivers must remove the offer. */
const formerRideTypes = (ride: RideRecord): ReadonlySet<string> =>
  new Set(
    unpublished(ride)
      .flatMap(({ formerRideType }) => formerRideType ?? [])
      .filter((rideType) => rideType !== ride.rideType),
  );

/**
 * How the ride changes the list of offers: it is an offer (`added`), it is no longer one and why, or nothing
 * changed. All unpublished changes count: the reason is the first change that removed the offer since it was
 * last open.
 */
export function offerChange(ride: RideRecord): 'added' | RemovedOffer['reason'] | null {
  if (isOffer(ride)) return 'added';
  if (!wasEverSettled(ride)) return null;
  let reason: RemovedOffer['reason'] | null = null;
  for (const { change } of unpublished(ride)) {
    if (change === 'unassigned' || change === 'given_back') reason = null;
    else if (change === 'accepted' || change === 'cancelled') reason ??= change;
  }
  return reason;
}
