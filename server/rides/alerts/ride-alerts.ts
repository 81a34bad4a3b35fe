import type { AlertKind } from '#common/alerts/alert.ts';
import { formatCents } from '#common/money.ts';
import { ACTIVE_STATUSES, isOffer } from '#common/rides/ride-states.ts';
import { formatDay, formatTime } from '#common/time.ts';
import { type FleetVehicle, vehicleInWords } from '#common/vehicles/vehicle.ts';
import type { NewAlert } from '../../alerts/alerts.ts';
import type { DriverWithVehicles } from '../../drivers/served-kinds.ts';
import type { RideRecord } from '../ride-model.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From how long before its pickup a ride without a driver is an alert. */
export const UNASSIGNED_MS = 24 * HOUR_MS;
const SOON_MS = 4 * HOUR_MS;
/** From how long before its pickup that is urgent, and the driver of an accepted ride has to be on duty. */
export const CLOSE_MS = HOUR_MS;
/** How long drivers have to accept a ride that was paid for, before it is an alert. */
export const SETTLING_MS = 10 * MINUTE_MS;
/** How long after the pickup time an accepted ride may start. */
export const LATE_MS = 5 * MINUTE_MS;

/** What decides, besides the ride itself, what staff are alerted to. */
export interface RideFacts {
  now: Date;
  /** The ride's driver and vehicle; undefined where it has none. */
  driver: Pick<DriverWithVehicles, 'state' | 'isOnDuty'> | undefined;
  vehicle: FleetVehicle | undefined;
}

/** The kinds that follow from the state of a ride: reading the ride tells which are due. */
export const WATCHED_KINDS: readonly AlertKind[] = [
  'unaccepted',
  'unassigned',
  'driver-late',
  'driver-silent',
  'payment-flagged',
  'vehicle-out',
  'driver-suspended',
];

/** What staff are to be alerted to about a ride, as it is now. */
export function dueAlerts(ride: RideRecord, facts: RideFacts): NewAlert[] {
  if (!ACTIVE_STATUSES.includes(ride.status)) return [];
  if (ride.paymentStatus === 'flagged') {
    const text = `What was paid at Stripe is not ${formatCents(ride.fare.totalCents)}, or not for this ride. No driver is offered it.`;
    return [alertOf(ride, { kind: 'payment-flagged', text })];
  }
  if (isOffer(ride)) return alertsWithoutDriver(ride, facts.now);
  return ride.status === 'accepted' ? alertsOfAccepted(ride, facts) : [];
}

function alertsWithoutDriver(ride: RideRecord, now: Date): NewAlert[] {
  const aheadMs = Date.parse(ride.scheduledAt) - now.getTime();
  if (aheadMs > UNASSIGNED_MS || isFresh(ride, now)) return [];
  const of = 'no-driver';
  if (aheadMs <= CLOSE_MS) {
    const when = aheadMs > 0 ? 'is within the hour' : 'time has passed';
    const text = `Nobody has it, and its pickup ${when}.`;
    return [alertOf(ride, { kind: 'unaccepted', urgency: 'now', text, of })];
  }
  const isSoon = aheadMs <= SOON_MS;
  const text = `Nobody has it, and its pickup is within ${isSoon ? 4 : 24} hours.`;
  return [alertOf(ride, { kind: 'unassigned', urgency: isSoon ? 'soon' : 'later', text, of })];
}

/** Paid for a moment ago, and never accepted: it is with the drivers. One that was given back is not. */
function isFresh({ history }: RideRecord, now: Date): boolean {
  const paid = history.find(({ change }) => change === 'paid');
  if (!paid || history.some(({ change }) => change === 'accepted')) return false;
  return Date.parse(paid.at) > now.getTime() - SETTLING_MS;
}

function alertsOfAccepted(ride: RideRecord, { now, driver, vehicle }: RideFacts): NewAlert[] {
  const aheadMs = Date.parse(ride.scheduledAt) - now.getTime();
  const name = ride.driver?.firstName ?? 'The driver';
  const isLate = aheadMs <= -LATE_MS;
  const causes: Cause[] = [];
  if (isLate) {
    const text = `${name} has not started it, and its pickup time has passed.`;
    causes.push({ kind: 'driver-late', urgency: 'now', text });
  }
  if (driver?.state === 'suspended') {
    causes.push({ kind: 'driver-suspended', text: `${name} is suspended and cannot drive it.` });
  } else if (driver && !driver.isOnDuty && aheadMs <= CLOSE_MS && !isLate) {
    const text = `${name} is off duty, and its pickup is within the hour.`;
    causes.push({ kind: 'driver-silent', urgency: 'now', text });
  }
  const alerts = causes.map((cause) => alertOf(ride, { ...cause, of: `${cause.kind} ${ride.driverId}` }));
  if (vehicle?.state !== 'out-of-service') return alerts;
  const text = `${vehicleInWords(vehicle)} is out of service.`;
  return [...alerts, alertOf(ride, { kind: 'vehicle-out', text, of: `vehicle-out ${vehicle.id}` })];
}

interface Cause extends Pick<NewAlert, 'kind' | 'text' | 'urgency'> {
  /** In its key, where that is not the kind: with another driver or vehicle it is another cause. */
  of?: string;
}

const alertOf = (ride: RideRecord, { of, ...cause }: Cause): NewAlert => ({
  ...cause,
  key: `${ride.id} ${of ?? cause.kind}`,
  subject: { kind: 'ride', id: ride.id, name: rideInWords(ride) },
});

/** How staff call a ride: `Robin Rider, Fri 20 Nov, 6:30 PM`. */
export function rideInWords({
  customerName,
  scheduledAt,
}: Pick<RideRecord, 'customerName' | 'scheduledAt'>): string {
  const at = new Date(scheduledAt);
  return `${customerName}, ${formatDay(at, new Date())}, ${formatTime(at)}`;
}
