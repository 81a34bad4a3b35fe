import { AppError } from '#common/errors.ts';
import type { NewSurgeEvent, SurgeEvent } from '#common/fares/surge-days-api.ts';
import { dateInVegas } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type SurgeEventDoc, SurgeEventModel } from './surge-event-model.ts';

/** Returns the events with a day from `from` to `to` (YYYY-MM-DD in Las Vegas), by first day. */
export async function listSurgeEvents(from: string, to: string): Promise<SurgeEvent[]> {
  const docs = await SurgeEventModel.find({
    isRemoved: false,
    firstDay: { $lte: to },
    lastDay: { $gte: from },
  })
    .sort({ firstDay: 1, _id: 1 })
    .lean<SurgeEventDoc[]>();
  return docs.map(presentSurgeEvent);
}

/**
 * Adds an event to the calendar.
 *
 * @param by name of the admin
 * @throws AppError INVALID_REQUEST for a day in the past, EDIT_CONFLICT if it already exists
 */
export async function addSurgeEvent(event: NewSurgeEvent, by: string): Promise<SurgeEvent> {
  if (event.firstDay < dateInVegas(databaseClock.now())) throw fieldRefusal('firstDay', PAST_DAY);
  const doc = await refuseDuplicate(event, () => SurgeEventModel.create({ ...event, changedBy: by }));
  return presentSurgeEvent(doc);
}

/** An event before and after a change. `after` is null if it was removed. */
interface Changed<After = SurgeEvent> {
  before: SurgeEvent;
  after: After;
}

/**
 * Changes an event that still has this version. Its past days cannot be changed.
 *
 * @throws AppError EDIT_CONFLICT when another admin changed it first, or it would be a duplicate
 * @throws AppError INVALID_REQUEST for a change of past days, NOT_FOUND
 */
export async function changeSurgeEvent(
  eventId: string,
  { version, ...event }: NewSurgeEvent & { version: number },
  by: string,
): Promise<Changed> {
  const before = await requireEvent(eventId, version);
  refusePast(before, event);
  const after = await refuseDuplicate(event, () => update({ eventId, version, by }, event));
  return { before, after: presentSurgeEvent(after) };
}

/**
 * Ends an event that still has this version: today if it began before today, otherwise it is removed
 * entirely.
 *
 * @throws AppError EDIT_CONFLICT when another admin changed it first
 * @throws AppError INVALID_REQUEST when it is over, NOT_FOUND
 */
export async function endSurgeEvent(
  eventId: string,
  version: number,
  by: string,
): Promise<Changed<SurgeEvent | null>> {
  const today = dateInVegas(databaseClock.now());
  const before = await requireEvent(eventId, version);
  if (before.firstDay >= today) {
    await update({ eventId, version, by }, { isRemoved: true });
    return { before, after: null };
  }
  refusePast(before, { ...before, lastDay: today });
  return { before, after: presentSurgeEvent(await update({ eventId, version, by }, { lastDay: today })) };
}

const PAST_DAY = 'That day has passed.';

/** Refuses changes of past days, since rides on them were quoted and driven. */
function refusePast(before: SurgeEvent, after: NewSurgeEvent): void {
  const today = dateInVegas(databaseClock.now());
  if (before.lastDay < today) throw fieldRefusal('lastDay', 'This event is over. Its days stay as they are.');
  if (after.lastDay < today) throw fieldRefusal('lastDay', PAST_DAY);
  if (before.firstDay >= today) {
    if (after.firstDay < today) throw fieldRefusal('firstDay', PAST_DAY);
    return;
  }
  if (after.firstDay !== before.firstDay) {
    throw fieldRefusal('firstDay', 'This event has begun. Its first day stays.');
  }
  if (after.tier !== before.tier) throw fieldRefusal('tier', 'This event has begun. Its rate stays.');
}

async function requireEvent(eventId: string, version: number): Promise<SurgeEvent> {
  const doc = await SurgeEventModel.findById(eventId).lean<SurgeEventDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There is no such event.');
  if (doc.isRemoved || doc.version !== version) throw conflictWith(doc);
  return presentSurgeEvent(doc);
}

interface Change {
  eventId: string;
  /** The version that the change is based on. */
  version: number;
  by: string;
}

/**
 * Performs every change of an event in one guarded statement: of two concurrent changes, the second fails.
 */
async function update(
  { eventId, version, by }: Change,
  patch: Partial<Omit<SurgeEventDoc, '_id' | 'version'>>,
): Promise<SurgeEventDoc> {
  const doc = await SurgeEventModel.findOneAndUpdate(
    { _id: eventId, version, isRemoved: false },
    { $set: { ...patch, changedBy: by }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean<SurgeEventDoc>();
  if (doc) return doc;
  throw conflictWith(await SurgeEventModel.findById(eventId).lean<SurgeEventDoc>());
}

function conflictWith(doc: SurgeEventDoc | null): AppError {
  const who = doc?.changedBy ?? 'Someone else';
  const did = doc?.isRemoved === false ? 'changed' : 'took out';
  return new AppError('EDIT_CONFLICT', `${who} ${did} this event a moment ago. The calendar is up to date.`);
}

async function refuseDuplicate<Result>(
  { name }: NewSurgeEvent,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('EDIT_CONFLICT', `${name} is already in the calendar on that day.`);
  }
}

const presentSurgeEvent = ({ _id, name, tier, firstDay, lastDay, version }: SurgeEventDoc): SurgeEvent => ({
  id: _id.toHexString(),
  name,
  tier,
  firstDay,
  lastDay,
  version,
});
