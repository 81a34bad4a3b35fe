import { AppError } from '#common/errors.ts';
import type { Cents } from '#common/money.ts';
import { type Charge, NOTHING, sumCents } from '#common/rides/ride-money.ts';
import { databaseClock } from '../../infra/database-clock.ts';
import { type KeptCents, type Part, refundableCentsOfCharge } from '../payment/split-refund.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';

/** A charge and the ride it belongs to. */
export interface RideCharge {
  ride: RideRecord;
  charge: Charge;
}

/** Finds a charge by id. @throws AppError NOT_FOUND */
export async function findCharge(chargeId: string): Promise<RideCharge> {
  const doc = await RideModel.findOne({ 'charges.id': chargeId }).lean<RideDoc>();
  const ride = doc && toRideRecord(doc);
  const charge = ride?.charges.find(({ id }) => id === chargeId);
  if (!ride || !charge) throw new AppError('NOT_FOUND', 'There is no such charge.');
  return { ride, charge };
}

/** Whether a charge with this id exists. */
export const isCharge = async (chargeId: string): Promise<boolean> =>
  (await RideModel.exists({ 'charges.id': chargeId })) !== null;

/** Whether a charge is further to the fare. A `booking` charge is the fare of a ride booked by phone. */
export const isFurtherCharge = ({ kind }: Pick<Charge, 'kind'>): boolean => kind !== 'booking';

/**
 * Whether what a charge is for is still possible: an edit until a driver accepts, an extension while the ride
 * is in progress.
 */
export function isStillApplicable({ ride, charge }: RideCharge): boolean {
  if (charge.kind === 'difference') return ride.status === 'requested';
  return charge.kind !== 'extension' || ride.status === 'in_progress';
}

/** Until when a charge can be paid; null without a deadline. */
export const payByOf = ({ ride, charge }: RideCharge): string | null =>
  isFurtherCharge(charge) ? (charge.payBy ?? null) : ride.payBy;

/** Whether a charge can be paid now. A fare can be paid as long as its ride is held. */
export function isPayable({ ride, charge }: RideCharge, now: Date): boolean {
  if (charge.status !== 'open' || ride.status === 'cancelled') return false;
  const payBy = payByOf({ ride, charge });
  if (payBy !== null && Date.parse(payBy) <= now.getTime()) return false;
  if (!isStillApplicable({ ride, charge })) return false;
  return isFurtherCharge(charge) || (ride.status === 'requested' && ride.paymentStatus === 'pending');
}

/** Requires that a charge can be paid now. @throws AppError RIDE_STATE_CONFLICT */
export function requirePayable(found: RideCharge): void {
  if (found.charge.status === 'paid') throw new AppError('RIDE_STATE_CONFLICT', 'This is already paid.');
  if (isPayable(found, databaseClock.now())) return;
  throw new AppError('RIDE_STATE_CONFLICT', 'There is nothing left to pay here.');
}

/** What was paid for a ride's further charges and not refunded. */
export const paidChargesCents = (ride: Pick<RideRecord, 'charges' | 'adjustments'>): Cents =>
  sumCents(
    ride.charges
      .filter((charge) => isFurtherCharge(charge) && charge.status === 'paid')
      .map((charge) => refundableCentsOfCharge(ride, charge)),
  );

/**
 * Settles the charges of a cancelled ride: voids open ones and marks paid further ones as owed back. A charge
 * in `kept` stays paid; its refundable part is owed by a separate adjustment (`partialRefunds`).
 */
export const settleChargesOfCancelled = (
  charges: readonly Charge[],
  now: Date,
  kept: KeptCents = new Map(),
): Charge[] =>
  charges.map((charge) => {
    if (charge.status === 'open') return { ...charge, status: 'void' };
    return isFurtherCharge(charge) && !kept.has(charge.id) ? markRefundOwed(charge, now) : charge;
  });

/** The parts to refund of charges that a cancelled ride keeps in part. */
export const partialRefunds = (ride: RideRecord, kept: KeptCents): Part[] =>
  ride.charges.flatMap((charge) => {
    const keptCents = kept.get(charge.id) ?? 0;
    const backCents = refundableCentsOfCharge(ride, charge) - keptCents;
    return keptCents > 0 && backCents > 0
      ? [{ ...NOTHING, toCardCents: backCents, chargeId: charge.id }]
      : [];
  });

/** Marks a paid charge as owed back; returns any other unchanged. */
export const markRefundOwed = (charge: Charge, now: Date): Charge =>
  charge.status === 'paid' ? { ...charge, status: 'refunded', owedSince: now.toISOString() } : charge;

/** A ride's charges with one of them replaced, as stored. */
export const withCharge = ({ charges }: RideRecord, changed: Charge): RideDoc['charges'] =>
  storedCharges(charges.map((charge) => (charge.id === changed.id ? changed : charge)));

/** Converts charges to their stored form. */
export const storedCharges = (charges: readonly Charge[]): RideDoc['charges'] =>
  charges.map(({ at, payBy, owedSince, paidAt, refundedAt, ...rest }) => ({
    ...rest,
    at: new Date(at),
    ...(payBy && { payBy: new Date(payBy) }),
    ...(paidAt && { paidAt: new Date(paidAt) }),
    ...(refundedAt && { refundedAt: new Date(refundedAt) }),
    ...(owedSince && { owedSince: new Date(owedSince) }),
  }));
