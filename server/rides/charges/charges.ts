import { AppError } from '#common/errors.ts';
import type { Cents } from '#common/money.ts';
import { type Charge, NOTHING } from '#common/rides/ride-money.ts';
import { type KeptCents, leftOfCharge, type Part } from '../payment/take-back.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';

/** A charge, and the ride it belongs to. */
export interface RideCharge {
  ride: RideRecord;
  charge: Charge;
}

/** The charge with this id. @throws AppError NOT_FOUND */
export async function findCharge(chargeId: string): Promise<RideCharge> {
  const doc = await RideModel.findOne({ 'charges.id': chargeId }).lean<RideDoc>();
  const ride = doc && toRideRecord(doc);
  const charge = ride?.charges.find(({ id }) => id === chargeId);
  if (!ride || !charge) throw new AppError('NOT_FOUND', 'There is no such charge.');
  return { ride, charge };
}

/** Whether there is a charge with this id. */
export const isCharge = async (chargeId: string): Promise<boolean> =>
  (await RideModel.exists({ 'charges.id': chargeId })) !== null;

/** Whether a charge is paid by itself, and not the fare of a ride booked by phone, which is the ride's own payment. */
export const isFurther = ({ kind }: Pick<Charge, 'kind'>): boolean => kind !== 'booking';

/** Whether what a charge is for can still be done: an edit until a driver accepts, more time while the ride is under way. */
export function isOfItsTime({ ride, charge }: RideCharge): boolean {
  if (charge.kind === 'difference') return ride.status === 'requested';
  return charge.kind !== 'extension' || ride.status === 'in_progress';
}

/** Until when a charge can be paid; null without an end. */
export const payByOf = ({ ride, charge }: RideCharge): string | null =>
  isFurther(charge) ? (charge.payBy ?? null) : ride.payBy;

/**
 * Whether a charge can be paid now. The fare of a ride: as long as the ride is held for it.
 */
export function isPayable({ ride, charge }: RideCharge, now: Date): boolean {
  if (charge.status !== 'open' || ride.status === 'cancelled') return false;
  const payBy = payByOf({ ride, charge });
  if (payBy !== null && Date.parse(payBy) <= now.getTime()) return false;
  if (!isOfItsTime({ ride, charge })) return false;
  return isFurther(charge) || (ride.status === 'requested' && ride.paymentStatus === 'pending');
}

/** What was paid for further charges of a ride, and not given back. */
export const paidChargesCents = (ride: Pick<RideRecord, 'charges' | 'adjustments'>): Cents =>
  ride.charges
    .filter((charge) => isFurther(charge) && charge.status === 'paid')
    .reduce((sum, charge) => sum + leftOfCharge(ride, charge), 0);

/**
 * The charges of a ride that is cancelled: none is to be paid any more, and what was paid further is owed. One of which a part is
 * kept stays paid: what it gives back is owed beside it.
 */
export const settleChargesOfCancelled = (
  charges: readonly Charge[],
  now: Date,
  kept: KeptCents = new Map(),
): Charge[] =>
  charges.map((charge) => {
    if (charge.status === 'open') return { ...charge, status: 'void' };
    return isFurther(charge) && !kept.has(charge.id) ? givenBack(charge, now) : charge;
  });

/** What goes back of the charges of which a cancelled ride keeps a part, besides those that go back whole. */
export const partsGivenBack = (ride: RideRecord, kept: KeptCents): Part[] =>
  ride.charges.flatMap((charge) => {
    const keptCents = kept.get(charge.id) ?? 0;
    const backCents = leftOfCharge(ride, charge) - keptCents;
    return keptCents > 0 && backCents > 0
      ? [{ ...NOTHING, toCardCents: backCents, chargeId: charge.id }]
      : [];
  });

/** A charge whose payment is owed back; one that was not paid stays as it is. */
export const givenBack = (charge: Charge, now: Date): Charge =>
  charge.status === 'paid' ? { ...charge, status: 'refunded', owedSince: now.toISOString() } : charge;

/** The charges of a ride, one of them changed. */
export const withCharge = ({ charges }: RideRecord, changed: Charge): RideDoc['charges'] =>
  storedCharges(charges.map((charge) => (charge.id === changed.id ? changed : charge)));

/** Charges, as they are stored. */
export const storedCharges = (charges: readonly Charge[]): RideDoc['charges'] =>
  charges.map(({ at, payBy, owedSince, paidAt, refundedAt, ...rest }) => ({
    ...rest,
    at: new Date(at),
    ...(payBy && { payBy: new Date(payBy) }),
    ...(paidAt && { paidAt: new Date(paidAt) }),
    ...(refundedAt && { refundedAt: new Date(refundedAt) }),
    ...(owedSince && { owedSince: new Date(owedSince) }),
  }));
