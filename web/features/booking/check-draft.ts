import { firstBrokenRule } from '#common/rides/booking-rules.ts';
import { dateInVegas, pickupTimeProblem } from '#common/time.ts';
import type { Draft } from './draft.ts';
import { hoursOf } from './hours-of.ts';
import type { Mistake } from './mistake.ts';

/** Why a form is not sent: the toast's two lines, what to mark, and whether signing in is what is missing. */
export interface Refusal {
  title: string;
  message: string;
  mistakes: Mistake[];
  needsSignIn: boolean;
}

interface Visitor {
  isSignedIn: boolean;
  now: Date;
}

/** The first thing in the way of Request Ride: the specification's rules in their order, then a pickup time that no ride can have. Null when it may be sent. */
export function checkDraft(draft: Draft, { isSignedIn, now }: Visitor): Refusal | null {
  const broken = firstBrokenRule({ ...draft, hours: hoursOf(draft) }, isSignedIn);
  if (broken) {
    const { title, message, fields } = broken;
    // Only the last rule, about signing in, finds no fault in a field.
    const needsSignIn = fields.length === 0;
    return { title, message, mistakes: needsSignIn ? [] : [{ fields, message }], needsSignIn };
  }

  const problem = pickupTimeProblem(draft.scheduledDate, draft.scheduledTime, now);
  if (!problem) return null;
  const isToday = draft.scheduledDate === dateInVegas(now);
  const fields: Mistake['fields'] = isToday ? ['scheduledTime'] : ['scheduledDate', 'scheduledTime'];
  return {
    title: 'Invalid date/time',
    message: problem,
    mistakes: [{ fields, message: problem }],
    needsSignIn: false,
  };
}
