import type { RecordedEntry } from './ride-fields.ts';
import { type RideChange, stampTexts } from './ride-states.ts';

const LABELS: Readonly<Record<RideChange, string>> = {
  requested: 'Booked',
  accepted: 'Accepted',
  in_progress: 'Started',
  completed: 'Completed',
  cancelled: 'Cancelled',
  ...stampTexts('label'),
  reassigned: 'Reassigned',
  unassigned: 'Unassigned',
  given_back: 'Given back',
  still_searching: 'Rider told that nobody has accepted yet',
  paid: 'Paid',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
  flagged: 'Payment flagged',
  noted: 'Note added',
  adjusted: 'Money changed',
  charge_paid: 'Charge paid',
  edited: 'Changed',
  extension_proposed: 'More time proposed',
  extended: 'Extended',
  fare_decided: 'Final fare decided',
  rated: 'Rated',
  credited: 'Credit given',
  shared: 'Trip shared',
  unshared: 'Sharing stopped',
  pin_wanted: 'Start PIN switched on',
  pin_waived: 'Start PIN switched off',
};

/** Names a change without the person who made it. */
export const changeLabel = (change: RideChange): string => LABELS[change];

/** Describes a history entry for staff: `Accepted by Sam`, `Assigned to Sam Ortiz by Dana Reyes`. */
export function formatChange({ change, by, assigned, isUndo }: RecordedEntry): string {
  const who = by && by.role !== 'worker' ? ` by ${by.name}` : '';
  if (isUndo) return `Undone${who}`;
  if (!assigned) return `${LABELS[change]}${who}`;
  const what = change === 'accepted' ? 'Assigned' : LABELS[change];
  return `${what} to ${assigned.name}${who}`;
}
