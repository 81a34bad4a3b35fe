import { alertOutbox } from './alerts/alert-outbox.ts';
import { driverOutbox } from './drivers/driver-outbox.ts';
import { ratesOutbox } from './fares/rates-outbox.ts';
import { databaseClock } from './infra/database-clock.ts';
import type { Outbox } from './infra/outbox.ts';
import { inboxOutbox } from './messages/inbox-outbox.ts';
import { rideOutbox } from './rides/events/publish-ride.ts';
import { staffOutbox } from './users/staff-outbox.ts';
import { vehicleOutbox } from './vehicles/vehicle-outbox.ts';

/** Everything whose changes are published. */
const OUTBOXES: readonly Outbox[] = [
  ...[rideOutbox, alertOutbox, inboxOutbox],
  ...[staffOutbox, driverOutbox, vehicleOutbox, ratesOutbox],
];

/** A mark older than this was left by a process that died, or by a Redis that was away. */
const OVERDUE_MS = 2_000;

/**
 * The relay of the outboxes, as the job `relay-outbox`: publishes what changed and never was published, oldest first, by the database's
 * clock: the request that made such a change may have ended with its write. A ride carries its history, so one message makes up for
 * every one that was lost; of alerts and messages only the newest state counts, and of what is left that it is to be read again. Publishing
 * twice does no harm.
 *
 * @returns how many were published
 */
export async function relayOutbox(): Promise<number> {
  const overdueBefore = new Date(databaseClock.nowMs() - OVERDUE_MS);
  const published = await Promise.all(OUTBOXES.map((outbox) => outbox.relay(overdueBefore)));
  return published.reduce((sum, count) => sum + count, 0);
}

/** Since when the oldest change that was not published waits; null when there is none. */
export async function findOldestUnpublished(): Promise<Date | null> {
  const oldest = await Promise.all(OUTBOXES.map((outbox) => outbox.findOldest()));
  const [first = null] = oldest
    .filter((since) => since !== null)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return first;
}
