import type { MailTemplate } from '#common/mail-templates.ts';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import type { Charge } from '#common/rides/ride-money.ts';
import { type RideChange, type RideStatus, wasEverSettled } from '#common/rides/ride-states.ts';
import { isStaffRole } from '#common/users/user.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { enqueueEmail } from '../../mail/email-outbox.ts';
import { inviteOnce } from '../../users/invitations.ts';
import type { RideRecord } from '../ride-model.ts';

interface OwedEmail {
  template: MailTemplate;
  /** Owed for every such change, not only for the first. */
  isForEach?: true;
  /** How long after the change it is due, in milliseconds. */
  afterMs?: number;
  /** Owed only while the ride has this status. */
  of?: RideStatus;
  /** Owed only if this holds. */
  when?: (ride: RideRecord, change: RecordedEntry) => boolean;
}

/** The time in which an assignment can be undone, plus a second for clock differences. */
const AFTER_UNDO_MS = UNDO_MS + 1_000;

/**
 * Whether a ride that was never settled was cancelled by staff, or after its payment was flagged. Riders who
 * cancel their own unpaid ride know, and those whose discount was refused while they paid read why there.
 */
function isMailedUnpaid({ history, cancellation }: RideRecord, { by }: RecordedEntry): boolean {
  if (!cancellation || wasEverSettled({ history }) || by?.role === WORKER.role) return false;
  const wasFlagged = history.some(({ change }) => change === 'flagged');
  return wasFlagged || cancellation.by !== 'rider' || by?.role !== 'rider';
}

/** The emails that changes of a ride require. Those about a settled one's end are sent by the refund jobs. */
const OWED_BY: Partial<Record<RideChange, OwedEmail>> = {
  paid: { template: 'ride-booked' },
  edited: { template: 'ride-changed', isForEach: true },
  accepted: { template: 'ride-driver', isForEach: true, afterMs: AFTER_UNDO_MS },
  reassigned: { template: 'ride-driver', isForEach: true, afterMs: AFTER_UNDO_MS },
  en_route: { template: 'ride-on-the-way', isForEach: true },
  cancelled: { template: 'ride-cancelled', when: isMailedUnpaid },
  completed: { template: 'ride-receipt' },
  fare_decided: { template: 'ride-receipt-updated', isForEach: true, of: 'completed' },
  charge_paid: { template: 'ride-receipt-updated', isForEach: true, of: 'completed' },
};

/** The kinds of charges with a mailed payment link, and the changes that can open them. */
const LINKED: readonly Charge['kind'][] = ['booking', 'waiting', 'adjustment'];
const isLinked = ({ kind, isByStaff }: Charge): boolean => LINKED.includes(kind) || isByStaff === true;
const OPENS_LINKED: readonly RideChange[] = ['requested', 'completed', 'fare_decided', 'adjusted'];

/** The open charges whose payment link these changes require. More time has one if the driver proposed it. */
function linkedCharges(charges: readonly Charge[], changes: readonly RecordedEntry[]): readonly Charge[] {
  const opensLinked = changes.some(({ change }) => OPENS_LINKED.includes(change));
  const isProposal = changes.some(({ change }) => change === 'extension_proposed');
  return charges.filter(
    (charge) =>
      charge.status === 'open' &&
      ((opensLinked && isLinked(charge)) || (isProposal && charge.kind === 'extension')),
  );
}

/**
 * Enqueues the emails that these changes of a ride require. Idempotent: each is stored once. Their text
 * reflects the ride when they are sent. Also invites a rider for whom staff booked, unless they have a
 * password or a valid invitation.
 */
export async function enqueueRideEmails(ride: RideRecord, changes: readonly RecordedEntry[]): Promise<void> {
  const { id, riderId, status, charges } = ride;
  for (const entry of changes) {
    const { change, at, version } = entry;
    const owed = OWED_BY[change];
    if (!owed || (owed.of && owed.of !== status) || owed.when?.(ride, entry) === false) continue;
    await enqueueEmail(owed.template, id, {
      dueAt: new Date(Date.parse(at) + (owed.afterMs ?? 0)),
      ...(owed.isForEach && { what: String(version) }),
    });
  }
  if (changes.some(({ change, by }) => change === 'requested' && isStaffRole(by?.role)))
    await inviteOnce(riderId);
  for (const { id: chargeId } of linkedCharges(charges, changes)) {
    await enqueueEmail('payment-link', chargeId);
  }
}
