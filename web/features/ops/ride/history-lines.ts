import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { RecordedEntry } from '#common/rides/ride-fields.ts';
import { type RideChange, stampTexts } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { dateInVegas, formatDay, formatTime } from '#common/time.ts';
import { isStaffRole } from '#common/users/user.ts';

/** An entry of a ride's history, in words. */
export interface HistoryLine {
  /** Unique within the ride. */
  version: number;
  at: string;
  /** `9:14 PM`. */
  time: string;
  /** The day if it differs from the previous entry's: `Today`, `Thu 19 Nov`. */
  day: string | null;
  /** `Dispatcher`; null if no actor was recorded. */
  role: string | null;
  name: string | null;
  /** `took the payment`. */
  act: string;
  /** The text that was written with it. */
  text: string | null;
  /** Network address, if known. */
  address: string | null;
  /** Whether this is an unresolved problem. */
  isProblem: boolean;
}

const ROLES: Readonly<Record<AuditActor['role'], string>> = {
  rider: 'Rider',
  driver: 'Driver',
  dispatcher: 'Dispatcher',
  admin: 'Admin',
  worker: 'Worker',
  visitor: 'Visitor',
};

/** The history of a ride in words, oldest first. */
export function historyLines(ride: StaffRide, now: Date): HistoryLine[] {
  const today = dateInVegas(now);
  let dayBefore: string | null = null;
  return ride.history.map((entry, index) => {
    const at = new Date(entry.at);
    const day = dateInVegas(at);
    const isNewDay = day !== dayBefore;
    dayBefore = day;
    const { by } = entry;
    const isWorker = by?.role === 'worker';
    return {
      version: entry.version,
      at: entry.at,
      time: formatTime(at),
      day: isNewDay ? (day === today ? 'Today' : formatDay(at, now)) : null,
      role: by ? ROLES[by.role] : null,
      name: by && !isWorker ? by.name : null,
      act: actOf(entry, ride),
      text: entry.text ?? null,
      address: by?.address ?? null,
      isProblem: isOpenProblem(ride, index),
    };
  });
}

const ACTS: Readonly<Record<RideChange, string>> = {
  requested: 'requested it',
  accepted: 'accepted',
  in_progress: 'started the ride',
  completed: 'completed the ride',
  cancelled: 'called it off',
  ...stampTexts('act'),
  reassigned: 'gave it to another driver',
  unassigned: 'gave it back',
  given_back: 'gave it back',
  still_searching: 'told the rider no one has accepted yet',
  paid: 'took the payment',
  refunded: 'sent the refund',
  refund_failed: 'saw the refund fail',
  flagged: 'held the payment back',
  noted: 'wrote a note',
  adjusted: 'adjusted the charge',
  charge_paid: 'took another payment',
  edited: 'changed the ride',
  extension_proposed: 'proposed more time',
  extended: 'extended the ride',
  fare_decided: 'decided the final fare',
  rated: 'rated the ride',
  credited: 'gave the rider a credit',
  shared: 'shared the trip',
  unshared: 'stopped sharing the trip',
  pin_wanted: 'turned the start PIN on',
  pin_waived: 'turned the start PIN off',
};

/** What the actor did, as a phrase after their name. A change that this build does not know is shown raw. */
function actOf(entry: RecordedEntry, { paymentStatus }: StaffRide): string {
  const { change, by, note } = entry;
  if (change === 'paid' && paymentStatus === 'on_account') return 'put it on account';
  const act: string = assignmentAct(entry) ?? ACTS[change] ?? change;
  if (change === 'cancelled' && by?.role === 'worker') return 'cancelled it';
  if (note === 'overlap') return `${act}, despite an overlap`;
  return note === 'early' ? `${act}, early` : act;
}

/** Describes an assignment that staff made, removed or undid; null for any other change. */
function assignmentAct({ change, by, assigned, former, isUndo }: RecordedEntry): string | null {
  if (isUndo) return assigned ? `undid that: ${assigned.name} has it again` : 'undid that';
  if (assigned)
    return former ? `gave it to ${assigned.name} instead of ${former.name}` : `assigned ${assigned.name}`;
  if (change === 'unassigned' && isStaffRole(by?.role))
    return former ? `unassigned ${former.name}` : 'unassigned the driver';
  return null;
}

/** Whether an entry is a problem that is still unresolved. */
function isOpenProblem({ history, status, paymentStatus, refunds }: StaffRide, index: number): boolean {
  const change = history[index]?.change;
  const isLast = (kind: RideChange) => history.findLastIndex((entry) => entry.change === kind) === index;
  if (change === 'refund_failed') return isLast(change) && refunds.some(({ failure }) => failure);
  if (change === 'flagged') return isLast(change) && paymentStatus === 'flagged';
  return (change === 'unassigned' || change === 'given_back') && status === 'requested' && isLast(change);
}
