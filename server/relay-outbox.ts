import { alertOutbox } from './alerts/alert-outbox.ts';
import { driverOutbox } from './drivers/driver-outbox.ts';
import { ratesOutbox } from './fares/rates-outbox.ts';
import { databaseClock } from './infra/database-clock.ts';
import type { Outbox } from './infra/outbox.ts';
import { inboxOutbox } from './messages/inbox-outbox.ts';
import { rideOutbox } from './rides/events/publish-ride.ts';
import { staffOutbox } from './users/staff-outbox.ts';
import { vehicleOutbox } from './vehicles/vehicle-outbox.ts';

/** All outboxes. */
const OUTBOXES: readonly Outbox[] = [
  ...[rideOutbox, alertOutbox, inboxOutbox],
  ...[staffOutbox, driverOutbox, vehicleOutbox, ratesOutbox],
];

/** A mark older than this was left by a process that died or while Redis was unavailable. */
const OVERDUE_MS = 2_000;

/**
 * Relays the outboxes (job `relay-outbox`): publishes changes that were never published, oldest first by the
 * database's clock, because the process that made them died or Redis was unavailable. A ride carries its
 * history, so one message makes up for all lost ones. Of alerts and messages only the newest state counts,
 * and the other messages only make their receivers refetch. Publishing twice is harmless.
 *
 * @returns how many were published
 */
export async function relayOutbox(): Promise<number> {
  const overdueBefore = new Date(databaseClock.nowMs() - OVERDUE_MS);
  const published = await Promise.all(OUTBOXES.map((outbox) => outbox.relay(overdueBefore)));
  return published.reduce((sum, count) => sum + count, 0);
}

/** Returns since when the oldest unpublished change waits. Null if there is none. */
export async function findOldestUnpublished(): Promise<Date | null> {
  const oldest = await Promise.all(OUTBOXES.map((outbox) => outbox.findOldest()));
  const [first = null] = oldest
    .filter((since) => since !== null)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return first;
}
