import * as z from 'zod/mini';
import type { Issue } from '#common/errors.ts';
import { bookingProblem, requestRideSchema } from '#common/rides/ride-request.ts';
import { dateInVegas, pickupTimeProblem } from '#common/time.ts';
import { type Draft, EMPTY_DRAFT, hoursOf } from './draft.ts';
import { requestTripFields } from './draft-to-request.ts';
import type { ValidationError } from './marked-fields.ts';

/**
 * Why the form is not sent: title and text of the toast, the fields to mark, and whether the visitor must
 * sign in.
 */
export interface Refusal {
  title: string;
  message: string;
  validationErrors: ValidationError[];
  needsSignIn: boolean;
}

interface Visitor {
  isSignedIn: boolean;
  now: Date;
}

/**
 * Returns the first validation error of a ride request: the specification's rules in order, then hours,
 * passenger, flight, stops and return trip, then the pickup time. Null when the form may be sent.
 */
export function checkDraft(draft: Draft, { isSignedIn, now }: Visitor): Refusal | null {
  const broken = bookingProblem({ ...draft, hours: hoursOf(draft) }, isSignedIn);
  if (broken) {
    const { title, message, fields } = broken;
    // Only the last rule, which requires signing in, names no field.
    const needsSignIn = fields.length === 0;
    return { title, message, validationErrors: needsSignIn ? [] : [{ fields, message }], needsSignIn };
  }

  const [issue] = tripIssues(draft);
  if (issue) {
    const validationErrors = validationErrorsOf([issue]);
    return { title: titleOf(issue), message: issue.message, validationErrors, needsSignIn: false };
  }

  const problem = pickupTimeProblem(draft.scheduledDate, draft.scheduledTime, now);
  return problem === null
    ? null
    : invalidTime(problem, draft.scheduledDate, ['scheduledDate', 'scheduledTime'], now);
}

/** Builds the refusal of a date and time. When the date is today, only the time is marked. */
export function invalidTime(
  message: string,
  date: string,
  fields: ValidationError['fields'],
  now: Date,
): Refusal {
  const marked = date === dateInVegas(now) ? fields.slice(1) : fields;
  return {
    title: 'Invalid date/time',
    message,
    validationErrors: [{ fields: marked, message }],
    needsSignIn: false,
  };
}

/** Checks the parts of a ride that the specification's rules do not cover, with the schema of the API. */
function tripIssues(draft: Draft): Issue[] {
  const { error } = tripSchema.safeParse({
    ...requestTripFields(draft),
    hours: hoursOf(draft),
    stops: draft.stops,
  });
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}

const titleOf = ({ path }: Issue): string => {
  if (path === 'hours') return 'Invalid hours';
  if (path === 'flightNumber') return 'Invalid flight number';
  if (path.startsWith('returnTrip.')) return 'Missing date/time';
  return path.startsWith('passenger.') ? 'Passenger information required' : 'Missing information';
};

const tripSchema = z.pick(requestRideSchema, {
  hours: true,
  passenger: true,
  flightNumber: true,
  stops: true,
  returnTrip: true,
});

/** Form fields by the name they have in the API request, where the two differ. */
const FIELDS: Partial<Record<string, keyof Draft>> = {
  rideType: 'vehicleId',
  promoCodeId: 'promoCode',
  giftCardId: 'giftCardCode',
  'passenger.name': 'passengerName',
  'passenger.phone': 'passengerPhone',
  'returnTrip.scheduledDate': 'returnDate',
  'returnTrip.scheduledTime': 'returnTime',
};

const isField = (name: string): name is keyof Draft => name in EMPTY_DRAFT;

/**
 * Converts the server's issues with a ride request to validation errors of the form. Issues that match no
 * field are dropped.
 */
export const validationErrorsOf = (issues: readonly Issue[]): ValidationError[] =>
  issues.flatMap(({ path, message }) => {
    // The server names a stop by its index. The form marks the stops that are empty.
    const field = FIELDS[path] ?? path.replace(/^stops\.\d+$/, 'stops');
    return isField(field) ? [{ fields: [field], message }] : [];
  });

/**
 * Returns the change that removes each applied code the ride request was refused for, so that the form can be
 * sent again.
 */
export function withoutRefusedCodes(validationErrors: readonly ValidationError[]): Partial<Draft> {
  const isAtFault = (field: keyof Draft) => validationErrors.some(({ fields }) => fields.includes(field));
  return {
    ...(isAtFault('promoCode') && { promo: null }),
    ...(isAtFault('giftCardCode') && { giftCard: null }),
  };
}
