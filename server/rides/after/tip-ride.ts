import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { type Cents, formatCents } from '#common/money.ts';
import { type Charge, MIN_CHARGE_CENTS } from '#common/rides/ride-money.ts';
import { paidTip, type Tip, tipCentsOf } from '#common/rides/tips-api.ts';
import { fieldRefusal } from '../../field-refusal.ts';
import { databaseClock, newObjectId } from '../../infra/database-clock.ts';
import { tryEnqueue } from '../../infra/queues.ts';
import { requireJustCompleted } from '../after/rate-ride.ts';
import { changeWithRetry } from '../change-with-retry.ts';
import { closeUnpaid } from '../charges/charge-checkouts.ts';
import { storedCharges } from '../charges/charges.ts';
import type { RideRecord } from '../ride-model.ts';
import { transitionRide } from '../transition-ride.ts';

/** How long an opened tip can be paid, in milliseconds. */
const OPEN_MS = 30 * 60_000;

interface NewTip {
  rideId: string;
  tip: Tip;
  actor: AuditActor;
}

/**
 * Opens the tip of a completed ride; it is then paid like any charge. A ride has at most one tip: the same
 * amount again returns the open one, another amount replaces it, and no tip can be opened after one is paid.
 *
 * @throws AppError RIDE_STATE_CONFLICT when the ride is not completed, was completed more than 30 days ago,
 * or has a paid tip; INVALID_REQUEST below the card minimum; PAYMENT_IN_PROGRESS while another amount is
 * being paid; RIDE_CHANGED; PAYMENT_PROVIDER
 */
export async function tipRide({
  rideId,
  tip,
  actor,
}: NewTip): Promise<{ ride: RideRecord; chargeId: string }> {
  const tipped = await changeWithRetry(rideId, async (ride) => {
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

/** Returns the amount of the tip in cents. @throws AppError RIDE_STATE_CONFLICT, INVALID_REQUEST */
function requireAmount(ride: RideRecord, tip: Tip): Cents {
  if (paidTip(ride.charges)) {
    throw new AppError('RIDE_STATE_CONFLICT', 'You have already tipped for this ride. Thank you.');
  }
  const amountCents = tipCentsOf(ride, tip);
  if (amountCents >= MIN_CHARGE_CENTS) return amountCents;
  throw fieldRefusal('tip', `The minimum card payment is ${formatCents(MIN_CHARGE_CENTS)}.`);
}

const openTips = ({ charges }: RideRecord): Charge[] =>
  charges.filter(({ kind, status }) => kind === 'tip' && status === 'open');

/** Whether at least half of the payment window is left, enough to enter a card. */
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
