import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { ACTIVE_STATUSES, SETTLED } from '#common/rides/ride-states.ts';
import { type OwedEvent, recordAudit } from '../../audit-log/record-audit.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { findUser } from '../../users/accounts.ts';
import { awaitsPassword } from '../../users/invitations.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { isTripOpen } from './present-trip.ts';
import { createShare, tripKeyOf, tripPath } from './trip-token.ts';

/**
 * Creates the trip link of a booked ride, or keeps the existing one. Idempotent, also for concurrent calls.
 *
 * @throws AppError RIDE_STATE_CONFLICT when the ride is not settled, or is over
 */
export async function shareRide(rideId: string, by: AuditActor): Promise<RideRecord> {
  return (await makeLink(rideId, by)) ?? findShared(rideId);
}

/**
 * Returns a ride's trip link to staff, who pass it on for the rider; creates it if there is none. The rider
 * sees that it exists and can end it.
 *
 * @returns the ride, and the path of the link's page
 * @throws AppError RIDE_STATE_CONFLICT when the ride is not settled or the link has ended;
 * EMAIL_NOT_CONFIRMED
 */
export async function shareForRider(
  rideId: string,
  staff: AuditActor,
): Promise<{ ride: RideRecord; tripLink: string }> {
  await requireOwnAddress(await findRide(rideId));
  const made = await makeLink(rideId, staff, auditOf(rideId, 'ride shared'));
  const ride = made ?? (await findShared(rideId));
  if (!ride.share || !isTripOpen(ride, databaseClock.now())) {
    throw new AppError('RIDE_STATE_CONFLICT', 'The trip link of this ride has ended.');
  }
  if (!made) await recordAudit({ actor: staff, ...auditOf(rideId, 'trip link read') });
  return { ride, tripLink: tripPath(rideId, ride.share) };
}

const auditOf = (rideId: string, action: string): OwedEvent => ({
  action,
  subject: rideSubject(rideId),
});

/** Creates the trip link. @returns null when the ride already has one, or cannot have one */
const makeLink = (rideId: string, by: AuditActor, audit?: OwedEvent): Promise<RideRecord | null> =>
  transitionRide({
    rideId,
    change: 'shared',
    by,
    guard: { share: null, status: { $in: ACTIVE_STATUSES }, paymentStatus: { $in: SETTLED } },
    patch: { share: createShare(rideId) },
    ...(audit && { audit }),
  });

/** Finds a ride that has a trip link. @throws AppError RIDE_STATE_CONFLICT when it has none */
async function findShared(rideId: string): Promise<RideRecord> {
  const ride = await findRide(rideId);
  if (ride.share) return ride;
  throw new AppError('RIDE_STATE_CONFLICT', 'Only a ride that is booked can be shared.');
}

/**
 * Staff must not share a trip that its rider could not share: an unconfirmed address blocks both. An account
 * without a password is exempt, because staff created it for the caller.
 */
async function requireOwnAddress({ riderId }: RideRecord): Promise<void> {
  const rider = await findUser(riderId);
  if (!rider || rider.emailConfirmedAt || (await awaitsPassword(riderId))) return;
  throw new AppError(
    'EMAIL_NOT_CONFIRMED',
    `The rider has not confirmed ${rider.email} yet, so their trips cannot be shared. Please ask them to use the link in our email.`,
  );
}

/** Ends the trip link of a ride; publishing the change makes its viewers leave. Idempotent. */
export async function stopSharing(ride: RideRecord, by: AuditActor): Promise<RideRecord> {
  if (!ride.share) return ride;
  const { key } = ride.share;
  const ended = await transitionRide({
    rideId: ride.id,
    change: 'unshared',
    by,
    guard: { 'share.key': key },
    patch: { share: null },
    details: { formerTripKey: key },
  });
  return ended ?? findRide(ride.id);
}

/** Finds the ride of a trip link. Null when the token is unknown or ended, or the trip is over. */
export async function findSharedRide(token: string): Promise<RideRecord | null> {
  const doc = await RideModel.findOne({ 'share.key': tripKeyOf(token) }).lean<RideDoc>();
  const ride = doc && toRideRecord(doc);
  return ride && isTripOpen(ride, databaseClock.now()) ? ride : null;
}
