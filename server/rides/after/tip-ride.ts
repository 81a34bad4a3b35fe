import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { type Charge, MIN_CHARGE_CENTS } from '#common/rides/ride-money.ts';
import { paidTip, type Tip, tipCentsOf } from '#common/rides/tips-api.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { requireJustCompleted } from '../after/rate-ride.ts';
import { changeAsRead } from '../cancel/change-as-read.ts';
import { closeUnpaid } from '../charges/charge-checkouts.ts';
import { storedCharges } from '../charges/charges.ts';
import type { RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';

/** How long an opened tip can be paid. */
const OPEN_MS = 30 * 60_000;

interface NewTip {
  rideId: string;
  tip: Tip;
  actor: AuditActor;
}

/**
 * Its rider opens the tip of a completed ride, which is then paid as any charge. A ride has one tip: a repeat finds the
 * open one, another amount takes its place, and none is opened once one is paid.
 *
 * @throws AppError RIDE_STATE_CONFLICT for a ride that is not completed, was more than 30 days ago, or is tipped;
 * INVALID_REQUEST for less than a card can pay; PAYMENT_IN_PROGRESS while another amount is just being paid;
 * RIDE_CHANGED, PAYMENT_PROVIDER
 */
export async function tipRide({
  rideId,
  tip,
  actor,
}: NewTip): Promise<{ ride: RideRecord; chargeId: string }> {
  const tipped = await changeAsRead(rideId, async (ride) => {
    requireJustCompleted(ride, 'tipped');
    const amountCents = requireAmount(ride, tip);
    const open = openTips(ride);
    if (open.some((each) => each.amountCents === amountCents && hasTime(each))) return ride;
    for (const { id } of open) await closeUnpaid(id);
    return transitionRide({
      rideId,
      change: 'adjusted',
      by: actor,
      text: `Tip of ${formatCents(amountCents)}, to be paid`,
      guard: { version: ride.version },
      patch: { charges: storedCharges([...voidTips(ride), newTip(amountCents, databaseClock.now())]) },
    });
  });
  const opened = openTips(tipped).at(-1);
  if (!opened) throw new Error(`ride ${rideId} has no open tip`);
  await tryEnqueue('expire-charge', { chargeId: opened.id }, { delayMs: OPEN_MS, key: opened.id });
  return { ride: tipped, chargeId: opened.id };
}

/** @throws AppError RIDE_STATE_CONFLICT, INVALID_REQUEST */
function requireAmount(ride: RideRecord, tip: Tip): Cents {
  if (paidTip(ride.charges)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'You have tipped for this ride. Thank you.');
  }
  const amountCents = tipCentsOf(ride, tip);
  if (amountCents >= MIN_CHARGE_CENTS) return amountCents;
  throw fieldRefusal('tip', `The least that a card can pay is ${formatCents(MIN_CHARGE_CENTS)}.`);
}

const openTips = ({ charges }: RideRecord): Charge[] =>
  charges.filter(({ kind, status }) => kind === 'tip' && status === 'open');

/** Whether there is enough of it left to enter a card. */
const hasTime = ({ payBy }: Charge): boolean =>
  payBy !== undefined && Date.parse(payBy) - databaseClock.nowMs() > OPEN_MS / 2;

const voidTips = ({ charges }: RideRecord): Charge[] =>
  charges.map((charge) =>
    charge.kind === 'tip' && charge.status === 'open' ? { ...charge, status: 'void' } : charge,
  );

const newTip = (amountCents: Cents, now: Date): Charge => ({
  id: newObjectId().toHexString(),
  kind: 'tip',
  amountCents,
  status: 'open',
  reason: 'Tip',
  at: now.toISOString(),
  payBy: new Date(now.getTime() + OPEN_MS).toISOString(),
  paymentIntentId: null,
  refundId: null,
});
