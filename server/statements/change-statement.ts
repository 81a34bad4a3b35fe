import { AppError } from '#common/errors.ts';
import type { Cents } from '#common/money.ts';
import { formatCents } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import { earnedCents } from '#common/rides/driver-earnings.ts';
import type { StatementRide } from '#common/statements/statement.ts';
import { weekAt } from '#common/statements/week.ts';
import { addDays, formatDay } from '#common/time.ts';
import { digestOf } from '../crypto/digest-of.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { findEarnings } from '../rides/ride-earnings.ts';
import { findUser } from '../users/accounts.ts';
import { type StatementChangeDoc, type StatementDoc, StatementModel } from './statement-model.ts';

interface ChangeByHand {
  driverId: string;
  week: string;
  cents: Cents;
  reason: string;
  by: { id: string; name: string };
  idempotencyKey: string | null;
}

/**
 * Adds a manual change to a driver's week. If the week is marked as paid concurrently, only one of the two
 * succeeds. Idempotent per `idempotencyKey`, even after the week is paid.
 *
 * @returns whether this call added it
 * @throws AppError NOT_FOUND if there is no such driver, STATEMENT_CHANGED if the week is paid
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function addChange(change: ChangeByHand): Promise<boolean> {
  const { driverId, week, cents, reason, by, idempotencyKey } = change;
  const driver = await findUser(driverId);
  if (driver?.role !== 'driver') throw new AppError('NOT_FOUND', 'There is no such driver.');
  const id = idempotencyKey ? digestOf(by.id, idempotencyKey) : newObjectId().toHexString();
  if (await pushChange({ driverId, week }, { id, cents, reason, by, rideId: null })) return true;
  if (await isAddedBefore(id, change)) return false;
  throw new AppError(
    'STATEMENT_CHANGED',
    'This week is marked as paid and stays as it is. Please add the change to a later week.',
  );
}

/**
 * Whether the week already has this change.
 *
 * @throws AppError IDEMPOTENCY_KEY_REUSED if its id belongs to a different one
 */
async function isAddedBefore(id: string, { driverId, week, cents, reason }: ChangeByHand): Promise<boolean> {
  const doc = await StatementModel.findOne({ driverId, week, 'changes.id': id }).lean<StatementDoc>();
  const known = doc?.changes.find((change) => change.id === id);
  if (!known) return false;
  if (known.cents === cents && known.reason === reason) return true;
  throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This request was already used for something else.');
}

/** For how many weeks rides are checked for corrections. Refunds to cards are possible for half a year. */
const CORRECTED_WEEKS = 26;

/** Returns the first paid week whose rides are still checked for corrections. */
export const firstCorrectedWeek = (): string => addDays(weekAt(databaseClock.now()), -7 * CORRECTED_WEEKS);

/** Returns what was paid for a ride of a paid week, including its corrections among these changes. */
export const paidCentsOf = (ride: StatementRide, changes: readonly StatementChangeDoc[]): Cents =>
  changes
    .filter(({ rideId }) => rideId === ride.rideId)
    .reduce((sum, change) => sum + change.cents, earnedCents(ride));

/**
 * Checks the rides of paid weeks again. If a ride now earns another amount than was paid, adds the difference
 * to the current week, once. Idempotent.
 */
export async function correctStatements(): Promise<void> {
  const week = weekAt(databaseClock.now());
  const paid = StatementModel.find({
    paid: { $ne: null },
    week: { $gte: firstCorrectedWeek() },
  });
  for await (const { driverId, paid: frozen } of paid.lean<StatementDoc[]>().cursor()) {
    const rides = frozen?.rides ?? [];
    const ids = rides.map(({ rideId }) => rideId);
    const now = await findEarnings(ids);
    const corrected = await findCorrected(driverId, ids);
    for (const ride of rides) {
      const earning = now.find(({ rideId }) => rideId === ride.rideId);
      const cents = earning?.driverId === driverId ? earnedCents(earning) : 0;
      // A ride that again earns the paid amount may have been corrected in between, for example because a tip
      // was refunded.
      if (cents !== earnedCents(ride) || corrected.has(ride.rideId))
        await correctRide({ driverId, week }, ride, cents);
    }
  }
}

/** Returns the rides that a correction of this driver refers to. */
async function findCorrected(driverId: string, rideIds: string[]): Promise<Set<string | null>> {
  const docs = await StatementModel.find({ driverId, 'changes.rideId': { $in: rideIds } }).lean<
    StatementDoc[]
  >();
  return new Set(docs.flatMap(({ changes }) => changes.map(({ rideId }) => rideId)));
}

/** Adds a correction unless the ride is already settled. @param cents what the ride earns now */
async function correctRide(to: Week, ride: StatementRide, cents: Cents): Promise<void> {
  const { driverId } = to;
  const docs = await StatementModel.find({ driverId, 'changes.rideId': ride.rideId }).lean<StatementDoc[]>();
  const earlier = docs.flatMap(({ changes }) => changes.filter(({ rideId }) => rideId === ride.rideId));
  const paidCents = paidCentsOf(ride, earlier);
  if (paidCents === cents) return;
  const [from, where] = [ride.pickupLocation, ride.dropoffLocation].map((place) => addressLines(place).name);
  const at = new Date(ride.at);
  await pushChange(to, {
    // Numbered, so that of two concurrent corrections only one is stored. The next run checks again.
    id: `${ride.rideId}-${earlier.length + 1}`,
    cents: cents - paidCents,
    reason: `Correction: ${from} to ${where} on ${formatDay(at, databaseClock.now())} earns ${formatCents(cents)}, not ${formatCents(paidCents)}.`,
    by: { id: null, name: 'Marquee' },
    rideId: ride.rideId,
  });
}

type Week = Pick<StatementDoc, 'driverId' | 'week'>;

/** @returns false if the week is paid or already has a change with this id */
async function pushChange(to: Week, change: Omit<StatementChangeDoc, 'at'>): Promise<boolean> {
  await openStatement(to);
  const { modifiedCount } = await StatementModel.updateOne(
    { ...to, paid: null, 'changes.id': { $ne: change.id } },
    { $push: { changes: { ...change, at: databaseClock.now() } }, $inc: { version: 1 } },
  );
  return modifiedCount > 0;
}

/** Makes sure that the week is stored, so that guarded updates find it. */
export async function openStatement(week: Week): Promise<void> {
  try {
    await StatementModel.updateOne(
      week,
      { $setOnInsert: { version: 0, changes: [], paid: null } },
      { upsert: true },
    );
  } catch (error) {
    // A concurrent insert came first.
    if (!isDuplicateKey(error)) throw error;
  }
}
