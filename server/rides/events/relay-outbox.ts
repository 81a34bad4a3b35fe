import { databaseNow } from '../../infra/mongo.ts';
import { type RideDoc, RideModel, toRideRecord } from '../ride-model.ts';
import { publishRide } from './publish-ride.ts';

/** A mark older than this was left by a process that died, or by a Redis that was away. */
const OVERDUE_MS = 2_000;
const AT_ONCE = 100;

/**
 * The relay of the transactional outbox, which is the mark `unpublishedSince` in the documents themselves, as the job `relay-outbox`:
 * publishes rides whose last change never was, oldest first, by the database's clock: the request that made such a change may have
 * ended with its write. A ride carries its history, so one message makes up for every one that was lost; publishing twice does no harm.
 *
 * @returns how many were published
 */
export async function relayOutbox(): Promise<number> {
  const overdueBefore = new Date((await databaseNow()).getTime() - OVERDUE_MS);
  const overdue = await RideModel.find({ unpublishedSince: { $lt: overdueBefore } })
    .sort({ unpublishedSince: 1 })
    .limit(AT_ONCE)
    .lean<RideDoc[]>();
  const published = await Promise.all(overdue.map((doc) => relay(doc, overdueBefore)));
  return published.filter(Boolean).length;
}

/** Since when the oldest change that was not published waits; null when there is none. */
export async function findOldestUnpublished(): Promise<Date | null> {
  const oldest = await RideModel.findOne({ unpublishedSince: { $exists: true } }, { unpublishedSince: 1 })
    .sort({ unpublishedSince: 1 })
    .lean<Pick<RideDoc, 'unpublishedSince'>>();
  return oldest?.unpublishedSince ?? null;
}

/**
 * A ride that cannot be published goes to the end of what is overdue, so that it hides no other, and stays
 * overdue.
 */
async function relay(doc: RideDoc, overdueBefore: Date): Promise<boolean> {
  const isPublished = await publishRide(toRideRecord(doc));
  if (!isPublished) {
    const { _id, unpublishedSince } = doc;
    await RideModel.updateOne({ _id, unpublishedSince }, { $set: { unpublishedSince: overdueBefore } });
  }
  return isPublished;
}
