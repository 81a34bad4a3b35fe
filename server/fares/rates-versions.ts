import type { QueryFilter } from 'mongoose';
import { AppError } from '#common/errors.ts';
import { type Rates, type RatesVersion, SEEDED_RATES } from '#common/fares/rates.ts';
import type { NewRates, StaffRates } from '#common/fares/rates-api.ts';
import { largeChange } from '#common/fares/rates-change.ts';
import { formatDate } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { addDays, dateInVegas, formatDay, formatTimeWithZone, MAX_DAYS_AHEAD } from '#common/time.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { scheduledRates, toRatesVersion } from './rates-in-effect.ts';
import { type RatesDoc, RatesModel } from './rates-model.ts';
import { ratesOutbox } from './rates-outbox.ts';

/** A change of a version by an admin: the version number they saw, and their name. */
interface Edit {
  ratesId: string;
  version: number;
  by: string;
  /** The admin has confirmed that a fare changes by more than half. */
  confirmLargeChange?: boolean;
}

/** The rates before and after a change. */
interface Changed {
  before: StaffRates;
  after: StaffRates;
}

/**
 * Returns a page of scheduled versions, latest first. The first page also has the draft.
 *
 * @param after the `next` of the previous page: a day (YYYY-MM-DD)
 */
export async function listRatesVersions({ after, limit }: { after?: string; limit: number }) {
  const filter: QueryFilter<RatesDoc> = {
    state: 'scheduled',
    ...(after && { effectiveFrom: { $lt: after } }),
  };
  const docs = await RatesModel.find(filter)
    .sort({ effectiveFrom: -1 })
    .limit(limit + 1)
    .lean<RatesDoc[]>();
  const draft = after ? null : await RatesModel.findOne({ state: 'draft' }).lean<RatesDoc>();
  const versions = docs.map(presentRates);
  const hasMore = versions.length > limit;
  return {
    versions: hasMore ? versions.slice(0, limit) : [...versions, SEEDED],
    next: hasMore ? (versions[limit - 1]?.effectiveFrom ?? null) : null,
    draft: draft && presentRates(draft),
  };
}

/** Saves new rates as a draft. @throws AppError EDIT_CONFLICT if a draft already exists */
export async function draftRates(rates: NewRates, by: string): Promise<StaffRates> {
  const doc = await refuseSecond({ state: 'draft' }, () =>
    RatesModel.create({ ...rates, state: 'draft', changedBy: by, changedAt: databaseClock.now() }),
  );
  return presentRates(doc);
}

/**
 * Changes a draft, or scheduled rates that are not in effect yet.
 *
 * @throws AppError EDIT_CONFLICT when another admin changed it first, it has taken effect, or its new day is
 * taken
 * @throws AppError LARGE_CHANGE, NOT_FOUND
 * @throws AppError INVALID_REQUEST for a day that is not in the future, or more than a year ahead
 */
export async function changeRates(edit: Edit, rates: NewRates): Promise<Changed> {
  const before = await requireOpen(edit);
  if (before.state === 'scheduled') await requireAcceptable({ ...rates, id: edit.ratesId }, edit);
  return { before, after: await update(edit, before, rates) };
}

/**
 * Schedules a draft for its day.
 *
 * @throws AppError as {@link changeRates} does
 */
export async function scheduleRates(edit: Edit): Promise<Changed> {
  const before = await requireOpen(edit);
  await requireAcceptable(before, edit);
  return { before, after: await update(edit, before, { state: 'scheduled' }) };
}

/**
 * Drops a draft, or scheduled rates that are not in effect yet.
 *
 * @throws AppError EDIT_CONFLICT, LARGE_CHANGE, NOT_FOUND
 */
export async function dropRates(edit: Edit): Promise<StaffRates> {
  const before = await requireOpen(edit);
  if (before.state === 'scheduled' && !edit.confirmLargeChange) {
    const versions = await scheduledRates();
    refuseLargeChanges(
      versions,
      versions.filter(({ id }) => id !== edit.ratesId),
    );
  }
  await update(edit, before, { state: 'dropped' });
  return before;
}

/** Returns the rates that are in effect until these take effect. */
export async function ratesBefore({ id, effectiveFrom }: Pick<RatesVersion, 'id' | 'effectiveFrom'>) {
  const others = (await scheduledRates()).filter((version) => version.id !== id);
  return others.findLast((version) => version.effectiveFrom < effectiveFrom) ?? SEEDED_RATES;
}

/** Rates take effect at a future midnight, so that quotes given today remain valid. */
async function requireAcceptable(rates: RatesVersion, { confirmLargeChange }: Edit): Promise<void> {
  const today = dateInVegas(databaseClock.now());
  if (rates.effectiveFrom <= today) {
    throw fieldRefusal(
      'effectiveFrom',
      'Rates take effect at midnight. Please choose tomorrow or a later day.',
    );
  }
  if (rates.effectiveFrom > addDays(today, MAX_DAYS_AHEAD)) {
    throw fieldRefusal('effectiveFrom', 'Please choose a day within a year.');
  }
  if (confirmLargeChange) return;
  const versions = await scheduledRates();
  const others = versions.filter(({ id }) => id !== rates.id);
  const following = others.findIndex(({ effectiveFrom }) => effectiveFrom >= rates.effectiveFrom);
  refuseLargeChanges(versions, others.toSpliced(following < 0 ? others.length : following, 0, rates), rates);
}

/**
 * Refuses a large change between two versions that did not follow each other before. Both lists are in order
 * of the first day.
 *
 * @param own the version that is being changed; the message about it needs no day
 */
function refuseLargeChanges(
  versions: readonly RatesVersion[],
  next: readonly RatesVersion[],
  own?: RatesVersion,
): void {
  for (const [index, after] of next.entries()) {
    const before = next[index - 1];
    const isKnown = before && versions[versions.indexOf(before) + 1] === after;
    if (before && !isKnown) refuseLargeChange(before, after, after === own ? null : after.effectiveFrom);
  }
}

/** @param day the day to name in the message */
function refuseLargeChange(before: Rates, after: Rates, day: string | null): void {
  const change = largeChange(before, after);
  if (!change) return;
  const { vehicle, hours, isAirportPickup, beforeCents, afterCents } = change;
  const ride = [
    day ? `On ${formatDate(day, databaseClock.now())}, a ${vehicle.name}` : `A ${vehicle.name}`,
    hours === null ? 'by the ride' : `for ${hours === 1 ? '1 hour' : `${hours} hours`}`,
    ...(isAirportPickup ? ['from the airport'] : []),
  ].join(' ');
  throw new AppError(
    'LARGE_CHANGE',
    `${ride} would go from ${formatCents(beforeCents)} to ${formatCents(afterCents)}.`,
  );
}

const LOOK_AGAIN = 'Please look at the rates again.';

async function requireOpen({ ratesId, version }: Edit): Promise<StaffRates> {
  const doc = await RatesModel.findById(ratesId).lean<RatesDoc>();
  if (!doc) throw new AppError('NOT_FOUND', 'There are no such rates.');
  if (doc.version !== version || doc.state === 'dropped') throw conflictWith(doc);
  if (doc.state === 'scheduled' && doc.effectiveFrom <= dateInVegas(databaseClock.now())) {
    throw new AppError('EDIT_CONFLICT', `These rates have taken effect and stay as they are. ${LOOK_AGAIN}`);
  }
  return presentRates(doc);
}

/**
 * Performs every change of a version in one guarded statement: of two concurrent changes, the second fails.
 * Makes open pages refetch the catalogue, unless the version is a draft.
 */
async function update(
  { ratesId, version, by }: Edit,
  { state, effectiveFrom }: StaffRates,
  patch: Partial<NewRates & Pick<RatesDoc, 'state'>>,
): Promise<StaffRates> {
  const isOpen = state === 'scheduled' && { effectiveFrom: { $gt: dateInVegas(databaseClock.now()) } };
  const isShown = state === 'scheduled' || patch.state === 'scheduled';
  const taken: Parameters<typeof refuseSecond>[0] = {
    state: 'scheduled',
    effectiveFrom: patch.effectiveFrom ?? effectiveFrom,
  };
  const doc = await refuseSecond(taken, () =>
    RatesModel.findOneAndUpdate(
      { _id: ratesId, version, state, ...isOpen },
      {
        $set: { ...patch, changedBy: by, changedAt: databaseClock.now() },
        $inc: { version: 1 },
        ...(isShown && MARK_UNPUBLISHED),
      },
      { returnDocument: 'after' },
    ).lean<RatesDoc>(),
  );
  if (doc && isShown) await ratesOutbox.publish(ratesId);
  if (doc) return presentRates(doc);
  throw conflictWith(await RatesModel.findById(ratesId).lean<RatesDoc>());
}

function conflictWith(doc: RatesDoc | null): AppError {
  if (!doc) return new AppError('NOT_FOUND', 'There are no such rates.');
  const did = doc.state === 'dropped' ? 'took back' : 'changed';
  return new AppError('EDIT_CONFLICT', `${doc.changedBy} ${did} these rates ${timeOf(doc)}. ${LOOK_AGAIN}`);
}

/** Formats the time of the last change, such as `at 4:12 PM PST`, with the day unless it is today. */
function timeOf({ changedAt }: RatesDoc): string {
  const now = databaseClock.now();
  const day = dateInVegas(changedAt) === dateInVegas(now) ? '' : `on ${formatDay(changedAt, now)} `;
  return `${day}at ${formatTimeWithZone(changedAt)}`;
}

/**
 * Turns a duplicate key into an EDIT_CONFLICT.
 *
 * @param taken what only one version may be: the draft, or scheduled for a given day
 */
async function refuseSecond<Result>(
  taken: Pick<RatesDoc, 'state'> & Partial<RatesDoc>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const first = await RatesModel.findOne(taken).lean<RatesDoc>();
    const who = first ? `${first.changedBy}, ${timeOf(first)},` : 'Someone else';
    const did = taken.state === 'draft' ? 'saved a draft' : 'scheduled rates for that day';
    throw new AppError('EDIT_CONFLICT', `${who} ${did} first. ${LOOK_AGAIN}`, { cause: error });
  }
}

const SEEDED: StaffRates = {
  ...SEEDED_RATES,
  state: 'scheduled',
  version: 0,
  changedBy: null,
  changedAt: null,
};

const presentRates = (doc: RatesDoc): StaffRates => ({
  ...toRatesVersion(doc),
  state: doc.state === 'draft' ? 'draft' : 'scheduled',
  version: doc.version,
  changedBy: doc.changedBy,
  changedAt: doc.changedAt.toISOString(),
});
