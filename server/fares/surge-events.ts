import { AppError } from '#common/errors.ts';
import type { NewSurgeEvent, SurgeEvent } from '#common/fares/surge-days-api.ts';
import { dateInVegas } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { type SurgeEventDoc, SurgeEventModel } from './surge-event-model.ts';

/** The events with a day from `from` to `to` (YYYY-MM-DD in Las Vegas), by first day. */
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
 * Adds an event to the calendar. @param by the name of who adds it
 * @throws AppError INVALID_REQUEST for a day in the past, EDIT_CONFLICT when it is there already
 */
export async function addSurgeEvent(event: NewSurgeEvent, by: string): Promise<SurgeEvent> {
  if (event.firstDay < dateInVegas(databaseClock.now())) throw fieldRefusal('firstDay', PAST_DAY);
  const doc = await refuseDuplicate(event, () => SurgeEventModel.create({ ...event, changedBy: by }));
  return presentSurgeEvent(doc);
}

/** An event before and after a change; `after` is null once it is taken out. */
interface Changed<After = SurgeEvent> {
  before: SurgeEvent;
  after: After;
}

/**
 * Changes an event that still has this version. Its days in the past stay as they are.
 *
 * @throws AppError EDIT_CONFLICT when somebody else changed it first or it is a duplicate, INVALID_REQUEST for
 * a change of the past, NOT_FOUND
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
 * Ends an event that still has this version: with today once it has begun, else it is taken out whole.
 *
 * @throws AppError EDIT_CONFLICT when somebody else changed it first, INVALID_REQUEST when it is over, NOT_FOUND
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

/** Days that have passed were quoted and driven: nothing of them changes any more. */
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
  /** The version it is made from. */
  version: number;
  by: string;
}

/** The one statement that changes an event: of two at once, the second finds the version gone. */
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
  const who = doc?.changedBy ?? 'Somebody else';
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
    throw new AppError('EDIT_CONFLICT', `${name} is in the calendar on that day already.`);
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
