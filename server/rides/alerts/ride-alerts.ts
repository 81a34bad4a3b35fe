import type { AlertKind } from '#common/alerts/alert.ts';
import { DAY_MS, HOUR_MS } from '#common/durations.ts';
import { formatDayTime } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { feeBaseCents, waitingSince } from '#common/rides/cancellation.ts';
import { isUnderReview } from '#common/rides/fare-review.ts';
import { CLOSE_MS, driverDelay, expectedEnd, GRACE_MS, isNotCompleted } from '#common/rides/punctuality.ts';
import { ACTIVE_STATUSES, hasSetOff, isOffer, type RideChange } from '#common/rides/ride-states.ts';
import { formatWaitedMinutes } from '#common/rides/unused-payment.ts';
import { isWaitingToBeReviewed, NOT_STARTED_MS } from '#common/rides/waiting.ts';
import { formatDay, formatTime } from '#common/time.ts';
import { type FleetVehicle, formatVehicle } from '#common/vehicles/vehicle.ts';
import type { NewAlert } from '../../alerts/alerts.ts';
import type { DriverWithVehicles } from '../../drivers/served-kinds.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import type { RideRecord } from '../ride-model.ts';

/** How long before its pickup a ride without a driver opens an alert, in milliseconds. */
export const UNASSIGNED_MS = DAY_MS;
const SOON_MS = 4 * HOUR_MS;

/** What decides about alerts besides the ride itself. */
export interface RideFacts {
  now: Date;
  /** The ride's driver and vehicle; undefined when it has none. */
  driver: Pick<DriverWithVehicles, 'state' | 'isOnDuty'> | undefined;
  vehicle: FleetVehicle | undefined;
}

/** The alert kinds that are derived from the state of a ride. */
export const WATCHED_KINDS: readonly AlertKind[] = [
  'unaccepted',
  'unassigned',
  'not-on-the-way',
  'driver-late',
  'driver-silent',
  'not-started',
  'not-completed',
  'payment-flagged',
  'fare-check',
  'vehicle-out',
  'driver-suspended',
];

/** Lists the alerts that the current state of a ride requires. */
export function dueAlerts(ride: RideRecord, facts: RideFacts): NewAlert[] {
  if (ride.fareReview && isUnderReview(ride)) {
    const [final, paid] = [ride.fareReview.proposedCents, feeBaseCents(ride)].map(formatCents);
    const { waiting } = ride;
    const waited =
      waiting && isWaitingToBeReviewed(waiting)
        ? `, with ${formatWaitedMinutes(waiting)} of waiting (${formatCents(waiting.cents)})`
        : '';
    const text = `${ride.driver?.firstName ?? 'The driver'} completed it for ${final} of ${paid}${waited}.`;
    return [alertOf(ride, { kind: 'fare-check', text })];
  }
  if (!ACTIVE_STATUSES.includes(ride.status)) return [];
  if (ride.paymentStatus === 'flagged') {
    // One payment covers both legs of a return trip.
    const due = ride.order
      ? `${formatCents(ride.order.dueCents)}, or not for this ride and its return trip`
      : `${formatCents(ride.fare.totalCents)}, or not for this ride`;
    const text = `The payment in Stripe is not ${due}. It is not offered to drivers.`;
    return [alertOf(ride, { kind: 'payment-flagged', text })];
  }
  if (isOffer(ride)) return alertsWithoutDriver(ride, facts.now);
  if (isNotCompleted(ride, facts.now)) return [notCompleted(ride, facts.now)];
  return ride.status === 'accepted' ? alertsOfAccepted(ride, facts) : [];
}

function alertsWithoutDriver(ride: RideRecord, now: Date): NewAlert[] {
  const aheadMs = Date.parse(ride.scheduledAt) - now.getTime();
  if (aheadMs > UNASSIGNED_MS || isFresh(ride, now)) return [];
  const of = 'no-driver';
  if (aheadMs <= CLOSE_MS) {
    const when = aheadMs > 0 ? 'is within the hour' : 'time has passed';
    const text = `No driver yet; the pickup ${when}.`;
    return [alertOf(ride, { kind: 'unaccepted', urgency: 'now', text, of })];
  }
  const isSoon = aheadMs <= SOON_MS;
  const text = `No driver yet; the pickup is within ${isSoon ? 4 : 24} hours.`;
  return [alertOf(ride, { kind: 'unassigned', urgency: isSoon ? 'soon' : 'later', text, of })];
}

/**
 * Whether an offer with its pickup within the hour still has no driver, after drivers had time to accept it.
 */
export const isStillSearching = (ride: RideRecord, now: Date): boolean =>
  isOffer(ride) && Date.parse(ride.scheduledAt) - now.getTime() <= CLOSE_MS && !isFresh(ride, now);

/** Whether a ride was paid a moment ago and never accepted. A ride that its driver gave back is not fresh. */
const isFresh = (ride: RideRecord, now: Date): boolean =>
  isWithinGrace(ride, ['paid'], now) && !ride.history.some(({ change }) => change === 'accepted');

/** Whether the latest of these changes is more recent than `GRACE_MS`. */
function isWithinGrace({ history }: RideRecord, kinds: readonly RideChange[], now: Date): boolean {
  const last = history.findLast(({ change }) => kinds.includes(change));
  return last !== undefined && Date.parse(last.at) > now.getTime() - GRACE_MS;
}

function alertsOfAccepted(ride: RideRecord, { now, driver, vehicle }: RideFacts): NewAlert[] {
  const name = ride.driver?.firstName ?? 'The driver';
  const unavailable = unavailableCause(ride, { name, driver, now });
  const delay = delayCause(ride, name, now);
  // The `unavailable` alert already explains why the driver has not set off or will not arrive.
  const isSaid =
    unavailable?.kind === 'driver-suspended' || (unavailable !== null && delay?.kind === 'not-on-the-way');
  const out: Cause | null =
    vehicle?.state === 'out-of-service'
      ? {
          kind: 'vehicle-out',
          text: `${formatVehicle(vehicle)} is out of service.`,
          of: `vehicle-out ${vehicle.id}`,
        }
      : null;
  const causes = [isSaid ? null : delay, notStarted(ride, name, now), unavailable, out];
  return causes.flatMap((cause) => (cause ? alertOf(ride, cause) : []));
}

/** One alert per driver, until the ride starts or ends. */
function notStarted(ride: RideRecord, name: string, now: Date): Cause | null {
  const since = waitingSince(ride);
  if (since === null || now.getTime() - since.getTime() < NOT_STARTED_MS) return null;
  const text = `${name} has been waiting since ${formatTime(since)}, and has neither started it nor reported a no-show.`;
  return { kind: 'not-started', text, of: `not-started ${ride.driverId}` };
}

/** One alert per ride, until it is completed or extended. */
function notCompleted(ride: RideRecord, now: Date): NewAlert {
  const [who, end] = [ride.driver?.firstName ?? 'its driver', expectedEnd(ride)];
  const text = `It was due to end about ${formatTime(end)}, ${formatDay(end, now)}, and ${who} has not completed it.`;
  return alertOf(ride, { kind: 'not-completed', text });
}

interface DriverFacts {
  name: string;
  driver: RideFacts['driver'];
  now: Date;
}

/** An alert about a driver who is suspended, or who is off duty shortly before the pickup. */
function unavailableCause(ride: RideRecord, { name, driver, now }: DriverFacts): Cause | null {
  const of = (kind: AlertKind) => `${kind} ${ride.driverId}`;
  if (driver?.state === 'suspended') {
    const text = `${name} is suspended and cannot drive it.`;
    const isClose = Date.parse(ride.scheduledAt) - now.getTime() <= CLOSE_MS;
    return {
      kind: 'driver-suspended',
      urgency: isClose ? 'now' : 'soon',
      text,
      of: of('driver-suspended'),
    };
  }
  if (!driver || driver.isOnDuty || !isAwaited(ride, now)) return null;
  const text = `${name} is off duty; the pickup is within the hour.`;
  return { kind: 'driver-silent', urgency: 'now', text, of: of('driver-silent') };
}

/**
 * One alert per driver, which becomes urgent at the pickup time. A driver who has just taken the ride gets
 * time to set off.
 */
function delayCause(ride: RideRecord, name: string, now: Date): Cause | null {
  const delay = driverDelay(ride, now);
  const of = `driver-late ${ride.driverId}`;
  if (delay === 'late') {
    if (isWithinGrace(ride, ['paid'], now)) return null;
    const text = `${name} has not arrived; the pickup time has passed.`;
    return { kind: 'driver-late', urgency: 'now', text, of };
  }
  if (delay === null || isWithinGrace(ride, ['accepted', 'reassigned'], now)) return null;
  const text = `${name} has not set off; the pickup is within half an hour.`;
  return { kind: 'not-on-the-way', text, of };
}

/** Whether the pickup is within the hour and the driver has not reported being on the way. */
function isAwaited(ride: RideRecord, now: Date): boolean {
  const aheadMs = Date.parse(ride.scheduledAt) - now.getTime();
  return aheadMs <= CLOSE_MS && aheadMs > 0 && !hasSetOff(ride);
}

interface Cause extends Pick<NewAlert, 'kind' | 'text' | 'urgency'> {
  /**
   * The part of the alert key that identifies the cause; defaults to the kind. A new driver or vehicle makes
   * a new alert.
   */
  of?: string;
}

const alertOf = (ride: RideRecord, { of, ...cause }: Cause): NewAlert => ({
  ...cause,
  key: `${ride.id} ${of ?? cause.kind}`,
  subject: { kind: 'ride', id: ride.id, name: formatAlertedRide(ride) },
});

/** Names a ride for staff, as `Robin Rider, Fri 20 Nov, 6:30 PM`. */
export function formatAlertedRide({
  customerName,
  scheduledAt,
}: Pick<RideRecord, 'customerName' | 'scheduledAt'>): string {
  const at = new Date(scheduledAt);
  return `${customerName}, ${formatDayTime(at, databaseClock.now())}`;
}
