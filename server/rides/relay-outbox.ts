import { publishRide } from './publish-ride.ts';
import { type RideDoc, RideModel, toRideRecord } from './ride-model.ts';

/** A mark older than this was left by a process that died, or by a Redis that was away. */
const OVERDUE_MS = 2_000;
const AT_ONCE = 100;

/**
 * Announces rides whose last change was never announced, oldest first. A ride carries its history, so one announcement tells
 * every change that was missed; telling one twice does no harm.
 *
 * @returns how many were told
 */
export async function relayOutbox(): Promise<number> {
  const overdue = await RideModel.find({ unpublishedSince: { $lt: new Date(Date.now() - OVERDUE_MS) } })
    .sort({ unpublishedSince: 1 })
    .limit(AT_ONCE)
    .lean<RideDoc[]>();
  const told = await Promise.all(overdue.map((doc) => publishRide(toRideRecord(doc))));
  return told.filter(Boolean).length;
}
