import { addressLines } from '#common/places/address.ts';
import { cancellationSentence } from '#common/rides/cancellation-in-words.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import type { RideChange } from '#common/rides/ride-states.ts';
import { formatTimeWithZone } from '#common/time.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { EmailContent } from '../../mail/email-content.ts';
import { findSentWhats } from '../../mail/email-outbox.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { driverPart, linkToRide, note, pickupDay, pickupMoment, routePart, text } from './email-parts.ts';
import { toRider } from './to-rider.ts';

/** Changes that give a ride to a driver. */
export const ASSIGNING: readonly RideChange[] = ['accepted', 'reassigned'];

/**
 * Email to the rider who drives them, or that this has changed since they were told. None once the ride has another driver
 * again or none, since the next driver has a mail of their own; nor once the driver is on the way, of which a mail
 * tells too; nor where the rider was told of the same driver in the same vehicle.
 *
 * @param version of the change that gave the ride to its driver
 * @throws AppError NOT_FOUND
 */
export async function composeDriverEmail(rideId: string, version?: string): Promise<EmailContent | null> {
  const ride = await findRide(rideId);
  const given = ride.history.findLast(({ change }) => ASSIGNING.includes(change));
  if (!ride.driver || !isAwaited(ride) || given?.version !== Number(version)) return null;
  const told = await lastTold(ride);
  if (told && isSame(told, ride)) return null;

  const { firstName } = ride.driver;
  const isOther = told !== null && told.driverId !== ride.driverId;
  const moment = pickupMoment(ride);
  const sentence = cancellationSentence(ride, databaseClock.now());
  return toRider(ride, {
    subject: `${subjectOf(told, ride)} for ${pickupDay(ride)}`,
    preview: moment,
    title: told
      ? `Your ${isOther ? 'driver' : 'vehicle'} for ${moment} has changed`
      : `Your driver is booked for ${moment}`,
    parts: [
      ...(isOther ? [text(`${told.firstName} can't come. ${firstName} drives you instead.`)] : []),
      ...driverPart(ride),
      routePart(ride),
      text(`When ${firstName} sets off, we write again, and your ride's page shows it.`),
      linkToRide(rideId, 'View ride'),
      ...(sentence ? [note(`${sentence}.`)] : []),
    ],
  });
}

/** Whether its rider waits for a driver who has not set off yet. */
const isAwaited = (ride: RideRecord): boolean =>
  ride.status === 'accepted' &&
  ride.enRouteAt === null &&
  plannedSpan(new Date(ride.scheduledAt), ride).endMs > databaseClock.nowMs();

const subjectOf = (told: Assigned | null, { driverId }: RideRecord): string => {
  if (!told) return 'Your driver is booked';
  return told.driverId === driverId ? 'Another vehicle' : 'Another driver';
};

/**
 * Email to the rider that their driver has set off; none once the driver has arrived or somebody else comes.
 *
 * @param version of the change by which the driver noted it
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
  /** Null where it is not known. */
  vehicleId: string | null;
}

const isSame = (told: Assigned, ride: RideRecord): boolean =>
  told.driverId === ride.driverId && (told.vehicleId === null || told.vehicleId === ride.vehicleId);

/** Whom the last mail that named a driver named; null where none did. */
async function lastTold(ride: RideRecord): Promise<Assigned | null> {
  const sent = await findSentWhats(['ride-driver', 'ride-on-the-way'], ride.id);
  return sent.length === 0 ? null : assignedAt(ride, Math.max(...sent.map(({ what }) => Number(what))));
}

/** Who had the ride at a version of it: as the change that gave it to them says, or the one that took it from them. */
function assignedAt({ history, ...ride }: RideRecord, version: number): Assigned | null {
  const given = history.findLast((each) => each.version <= version && ASSIGNING.includes(each.change));
  if (!given) return null;
  const taken = history.find((each) => each.version > given.version && each.former);
  const named = given.assigned ?? taken?.former;
  if (!named) return { ...ride, firstName: ride.driver?.firstName ?? 'Your driver' };
  const [firstName = ''] = named.name.split(' ');
  return { driverId: named.driverId, vehicleId: named.vehicleId, firstName };
}
