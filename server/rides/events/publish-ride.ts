import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import {
  type RemovalReason,
  type RemovedOffer,
  type RemovedRide,
  RIDES_CHANGED,
  removalReasonSchema,
  rooms,
  type ServerToClientEvents,
} from '#common/rides/ride-events.ts';
import { isOffer, wasSettled } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import type { Trip } from '#common/rides/trip-api.ts';
import { composeAnnouncement } from '../../infra/announcement.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { logger } from '../../infra/logger.ts';
import { createOutbox } from '../../infra/outbox.ts';
import { publish } from '../../infra/redis.ts';
import { enqueueRideEmails } from '../emails/owed-emails.ts';
import { enqueueOwedRefunds } from '../payment/owed-refunds.ts';
import { presentDriverRide, presentOffer, presentRiderRide, presentStaffRide } from '../present-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { presentTrip } from '../trip/present-trip.ts';
import { auditRide } from './audit-ride.ts';

/**
 * Publishes a ride's current state to every server node, writes the emails and the lines of the audit log that its changes owe and enqueues the refunds
 * that it owes, then clears its outbox mark, unless it changed again meanwhile. A failure is not the caller's: the change is written, the mark stays, and `relayOutbox` publishes it.
 *
 * @returns whether it was published
 */
export async function publishRide(ride: RideRecord): Promise<boolean> {
  try {
    const [nodes] = await Promise.all([
      publish(RIDES_CHANGED, composeRideMessage(ride, databaseClock.now()), ride.city),
      enqueueRideEmails(ride, unpublished(ride)),
      auditRide(ride, unpublished(ride)),
      enqueueOwedRefunds(ride.id, ride),
    ]);
    await RideModel.updateOne(
      { _id: ride.id, version: ride.version },
      { $set: { publishedVersion: ride.version }, $unset: { unpublishedSince: 1, auditOwed: 1 } },
    );
    logger.info({ rideId: ride.id, version: ride.version, nodes }, 'ride published');
    return true;
  } catch (error) {
    logger.warn({ error, rideId: ride.id, version: ride.version }, 'publish failed, will relay from outbox');
    return false;
  }
}

/** Rides whose last change was not published. */
export const rideOutbox = createOutbox<RideDoc>(RideModel, (doc) => publishRide(toRideRecord(doc)));

/**
 * The message published for a ride: its state, in the view of each audience, so that it is presented once and not by every node. It is about
 * the ride, and the last version that was published before it.
 */
export const composeRideMessage = (ride: RideRecord, now: Date): string =>
  composeAnnouncement({
    changedAt: Date.parse(ride.history.at(-1)?.at ?? ride.createdAt),
    about: [ride.id, `${ride.publishedVersion}`],
    lines: [...linesOf(ride, now)],
  });

/**
 * The message of a ride as it is stored, with all that changed after a version, for a node that could not read the one of a newer release;
 * null where there is no such ride.
 */
export async function recomposeRideMessage(rideId: string, publishedVersion: number): Promise<string | null> {
  const doc = await RideModel.findById(rideId).lean<RideDoc>();
  return doc && composeRideMessage({ ...toRideRecord(doc), publishedVersion }, databaseClock.now());
}

function* linesOf(ride: RideRecord, now: Date): Generator<string> {
  yield line(rooms.rider(ride.riderId), 'ride:changed', presentRiderRide(ride));
  if (ride.driverId) yield line(rooms.driver(ride.driverId), 'ride:changed', presentDriverRide(ride, now));

  for (const [driverId, reason] of formerDrivers(ride)) {
    yield line(rooms.driver(driverId), 'ride:removed', { id: ride.id, version: ride.version, reason });
  }

  yield line(rooms.ops, 'board:changed', presentStaffRide(ride));
  if (ride.share) yield line(rooms.trip(ride.share.key), 'trip:changed', presentTrip(ride));
  for (const key of formerTripKeys(ride)) yield line(rooms.trip(key), 'trip:ended', null);

  for (const rideType of formerRideTypes(ride)) {
    // A driver of both kinds keeps it: the offer that follows is newer.
    const removed = { id: ride.id, version: ride.version - 1, reason: 'changed' } as const;
    yield line(rooms.offers(ride.city, rideType), 'offer:removed', removed);
  }

  const change = offerChange(ride);
  if (change === null) return;
  const room = rooms.offers(ride.city, ride.rideType);
  if (change === 'added') yield line(room, 'offer:added', presentOffer(ride));
  else yield line(room, 'offer:removed', { id: ride.id, version: ride.version, reason: change });
}

const line = (
  room: string,
  event: keyof ServerToClientEvents,
  item: RiderRide | DriverRide | RemovedRide | StaffRide | Trip | Offer | RemovedOffer | null,
): string => `${room} ${event} ${JSON.stringify(item)}`;

/** The changes that no message is known to have told. */
const unpublished = ({ history, publishedVersion }: RideRecord) =>
  history.filter(({ version }) => version > publishedVersion);

/**
 * The drivers whom a message tells that the ride is no longer theirs, and what took it from each last. Every change past `publishedVersion` counts, so
 * that one message makes up for those before it that were lost.
 */
export function formerDrivers(ride: RideRecord): ReadonlyMap<string, RemovalReason> {
  const drivers = new Map<string, RemovalReason>();
  for (const { change, former } of unpublished(ride)) {
    const reason = removalReasonSchema.safeParse(change).data;
    if (former && reason && former.driverId !== ride.driverId) drivers.set(former.driverId, reason);
  }
  return drivers;
}

/** The trip links that it has no more, whose viewers leave. */
const formerTripKeys = (ride: RideRecord): string[] =>
  unpublished(ride).flatMap(({ formerTripKey }) => formerTripKey ?? []);

/** The kinds of vehicle whose drivers a message tells that the ride is not for them any more. */
const formerRideTypes = (ride: RideRecord): ReadonlySet<string> =>
  new Set(
    unpublished(ride)
      .flatMap(({ formerRideType }) => formerRideType ?? [])
      .filter((rideType) => rideType !== ride.rideType),
  );

/**
 * What a message says about offers: the ride is one now (`added`), it no longer is and why, or nothing new.
 * Here too one message makes up for those that were lost: the reason is what took the offer away since it was last
 * open.
 */
export function offerChange(ride: RideRecord): 'added' | RemovedOffer['reason'] | null {
  if (isOffer(ride)) return 'added';
  if (!wasSettled(ride)) return null;
  let reason: RemovedOffer['reason'] | null = null;
  for (const { change } of unpublished(ride)) {
    if (change === 'unassigned' || change === 'given_back') reason = null;
    else if (change === 'accepted' || change === 'cancelled') reason ??= change;
  }
  return reason;
}
