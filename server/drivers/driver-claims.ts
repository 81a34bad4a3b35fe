import { setTimeout } from 'node:timers/promises';
import type { QueryFilter } from 'mongoose';
import { actUnderClaim, isStale } from '../claims.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';
import { assignRefusal, dutyRefusal, standingRefusal } from './standing-refusal.ts';

/** What a driver is doing at this moment with a ride. */
export type Claim = DriverDoc['claims'][number];

/** Why a driver's standing refuses an action: null when it allows it. Staff may assign to somebody off duty. */
const REFUSALS = { accept: dutyRefusal, start: standingRefusal, assign: assignRefusal } as const;

/**
 * Does something with a ride that only one process may do for a driver at a time. The claim is written first,
 * in one statement with the check of the driver's standing, and removed at the end.
 *
 * @param act gets the claims that were there before
 * @throws AppError FORBIDDEN unless the driver is active, for staff DOES_NOT_FIT; OFF_DUTY when accepting off duty;
 * what `act` throws
 */
export async function withClaim<Result>(
  driverId: string,
  claim: Pick<Claim, 'action' | 'rideId' | 'vehicleId'>,
  act: (earlier: readonly Claim[]) => Promise<Result>,
): Promise<Result> {
  const id = newObjectId().toHexString();
  const isAccept = claim.action === 'accept';
  const doc = await DriverModel.findOneAndUpdate(
    { _id: driverId, state: 'active', ...(isAccept && { isOnDuty: true }) },
    { $push: { claims: { ...claim, id, at: databaseClock.now() } } },
    { returnDocument: 'after' },
  ).lean<DriverDoc>();
  if (!doc) {
    const known = await DriverModel.findById(driverId).lean<DriverDoc>();
    throw REFUSALS[claim.action](known) ?? new Error(`driver ${driverId} changed`);
  }

  const remove = (ids: readonly string[]) =>
    DriverModel.updateOne({ _id: driverId }, { $pull: { claims: { id: { $in: ids } } } });
  return actUnderClaim({ id, claims: doc.claims, remove }, act);
}

/**
 * What drivers are doing at this moment with rides in a vehicle. Of two who claim it and then read this, each sees the
 * other, or what the other has written.
 */
export async function listClaimsOn(vehicleId: string): Promise<Claim[]> {
  const docs = await DriverModel.find({ 'claims.vehicleId': vehicleId }, { claims: 1 }).lean<
    Pick<DriverDoc, 'claims'>[]
  >();
  return docs
    .flatMap(({ claims }) => claims)
    .filter((claim) => claim.vehicleId === vehicleId && !isStale(claim));
}

const SETTLE_EVERY_MS = 20;
const SETTLE_TIMES = 100;

/**
 * Waits until no claim on a driver or a vehicle is left that began before this call, so that what they led to
 * can be read: a few milliseconds, two seconds at most.
 */
export async function settleClaims(of: { driverId: string } | { vehicleId: string }): Promise<void> {
  const filter: QueryFilter<DriverDoc> =
    'driverId' in of
      ? { _id: of.driverId, 'claims.0': { $exists: true } }
      : { 'claims.vehicleId': of.vehicleId };
  for (let time = 0; time < SETTLE_TIMES; time += 1) {
    const docs = await DriverModel.find(filter, { claims: 1 }).lean<Pick<DriverDoc, 'claims'>[]>();
    if (!docs.some(({ claims }) => claims.some((claim) => !isStale(claim)))) return;
    await setTimeout(SETTLE_EVERY_MS);
  }
}
