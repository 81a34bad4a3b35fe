import { addressLines } from '#common/places/address.ts';
import { cancellationSentence } from '#common/rides/format-cancellation.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { firstNameOf } from '#common/users/user.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { listSentVariants } from '../../mail/email-outbox.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { driverPart, linkToRide, note, pickupDay, pickupMoment, routePart, text } from './email-parts.ts';
import { toRider } from './to-rider.ts';

/** Changes that give a ride to a driver. */
const ASSIGNING: readonly RideChange[] = ['accepted', 'reassigned'];

/**
 * Composes the mail about who drives the ride, or that driver or vehicle have changed since the last mail.
 * Null when the ride has been unassigned or reassigned since (the next driver gets a mail of their own), when
 * it has begun, or when the last mail named the same driver and vehicle. Once the driver is on the way, which
 * has a mail of its own, only another vehicle of theirs is worth a mail.
 *
 * @param version of the change that gave the ride to its driver
 * @throws AppError NOT_FOUND
 */
export async function composeDriverEmail(rideId: string, version?: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const given = ride.history.findLast(({ change }) => ASSIGNING.includes(change));
  if (!ride.driver || !isAwaited(ride) || given?.version !== Number(version)) return null;
  const previous = await findPrevious(ride);
  if (previous && isSame(previous, ride)) return null;
  const isOther = previous !== null && previous.driverId !== ride.driverId;
  const hasSetOff = ride.enRouteAt !== null;
  if (hasSetOff && (!previous || isOther)) return null;

  const { firstName } = ride.driver;
  const moment = pickupMoment(ride);
  const sentence = cancellationSentence(ride, databaseClock.now());
  return toRider(ride, {
    subject: `${subjectOf(previous, ride)} for ${pickupDay(ride)}`,
    preview: moment,
    title: previous
      ? `Your ${isOther ? 'driver' : 'vehicle'} for ${moment} has changed`
      : `Your driver is booked for ${moment}`,
    parts: [
      ...(isOther ? [text(`${previous.firstName} can't come. ${firstName} is your new driver.`)] : []),
      ...driverPart(ride),
      routePart(ride),
      ...(hasSetOff
        ? []
        : [text(`When ${firstName} sets off, we email you again, and your ride's page shows it.`)]),
      linkToRide(rideId, 'View ride'),
      ...(sentence ? [note(`${sentence}.`)] : []),
    ],
  });
}

/** Whether the rider is waiting for the driver. */
const isAwaited = (ride: RideRecord): boolean =>
  ride.status === 'accepted' && plannedSpan(new Date(ride.scheduledAt), ride).endMs > databaseClock.nowMs();

const subjectOf = (previous: Assigned | null, { driverId }: RideRecord): string => {
  if (!previous) return 'Your driver is booked';
  return previous.driverId === driverId ? 'Another vehicle' : 'Another driver';
};

/**
 * Composes the mail that the driver has set off. Null once the driver has arrived or another driver has the
 * ride.
 *
 * @param version of the `en_route` change
 * @throws AppError NOT_FOUND
 */
export async function composeOnTheWayEmail(rideId: string, version?: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const setOff = ride.history.findLast(({ change }) => change === 'en_route');
  const isOn = ride.status === 'accepted' && ride.enRouteAt !== null && ride.arrivedAt === null;
  if (!isOn || !ride.driver || !setOff || setOff.version !== Number(version)) return null;
  const at = formatTimeWithZone(new Date(setOff.at));
  return toRider(ride, {
    subject: 'Your driver is on the way!',
    preview: `Pickup ${pickupMoment(ride)}`,
    title: 'Your driver is on the way!',
    parts: [
      text(`${ride.driver.firstName} set off for ${addressLines(ride.pickupLocation).name} at ${at}.`),
      ...driverPart(ride),
      routePart(ride),
      linkToRide(rideId, 'See your ride'),
      note(`Pickup time: ${pickupMoment(ride)}.`),
    ],
  });
}

interface Assigned {
  driverId: string | null;
  firstName: string;
  /** Null when unknown. */
  vehicleId: string | null;
}

const isSame = (previous: Assigned, ride: RideRecord): boolean =>
  previous.driverId === ride.driverId &&
  (previous.vehicleId === null || previous.vehicleId === ride.vehicleId);

/** The driver and vehicle named in the last mail; null when no mail has named a driver. */
async function findPrevious(ride: RideRecord): Promise<Assigned | null> {
  const versions = await listMailedDriverVersions(ride.id);
  return versions.length === 0 ? null : assignedAt(ride, Math.max(...versions));
}

/** Returns the versions of a ride whose driver its rider was mailed. */
export async function listMailedDriverVersions(rideId: string): Promise<number[]> {
  const sent = await listSentVariants(['ride-driver', 'ride-on-the-way'], rideId);
  // An email names the driver of when it was sent. Records from before that was stored have only its change.
  return sent.map(({ what, version }) => version ?? Number(what));
}

/** The driver at a version of the ride, from the change that assigned them or the one that removed them. */
function assignedAt({ history, ...ride }: RideRecord, version: number): Assigned | null {
  const given = history.findLast((each) => each.version <= version && ASSIGNING.includes(each.change));
  if (!given) return null;
  const taken = history.find((each) => each.version > given.version && each.former);
  const named = given.assigned ?? taken?.former;
  if (!named) return { ...ride, firstName: ride.driver?.firstName ?? 'Your driver' };
  return { driverId: named.driverId, vehicleId: named.vehicleId, firstName: firstNameOf(named.name) };
}
