import { setTimeout } from 'node:timers/promises';
import type { QueryFilter } from 'mongoose';
import { actUnderClaim, isStale } from '../claims.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';
import { assignRefusal, dutyRefusal, stateRefusal } from './driver-refusals.ts';

/** The claim of a ride action (accept, start or assign) in progress for a driver. */
export type Claim = DriverDoc['claims'][number];

/**
 * Checks of a driver's state by action. Each returns null if the action is allowed. Staff may assign rides
 * to drivers off duty.
 */
const REFUSALS = { accept: dutyRefusal, start: stateRefusal, assign: assignRefusal } as const;

/**
 * Performs an action on a ride that must not run concurrently for a driver. Writes a claim first, in one
 * statement with the check of the driver's state, and removes it at the end.
 *
 * @param act receives the earlier claims that have not expired
 * @throws AppError FORBIDDEN unless the driver is active (DOES_NOT_FIT when assigning)
 * @throws AppError OFF_DUTY when accepting off duty, and the errors of `act`
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
 * Returns the current claims on rides in a vehicle. Of two processes that write a claim and then call this,
 * each sees the other's claim or its result.
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
 * Waits until a driver or a vehicle has no claims in progress, so that their results can be read. Usually
 * takes milliseconds, and gives up after about two seconds.
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
