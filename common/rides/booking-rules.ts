import type { BookingType } from '../fares/fare.ts';
import { MIN_HOURS } from '../fares/quote-fare.ts';
import { isEmail } from '../users/email.ts';

/** What the rules look at: the form as typed. */
export interface BookingDraft {
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  pickupLocation: string;
  dropoffLocation: string;
  scheduledDate: string;
  scheduledTime: string;
  bookingType: BookingType;
  hours: number | null;
}

/** What the rules say, in the form and in the API's refusals. */
export const BOOKING_MESSAGES = {
  contact: 'Please enter your name, email, and phone number.',
  email: 'Please enter a valid email address.',
  locations: 'Please enter both pickup and drop-off locations.',
  dateAndTime: 'Please select both date and time for your ride.',
  hours: 'Please enter at least 1 hour for hourly booking.',
} as const;

/**
 * A rule that was not kept: the toast's two lines, and the fields to mark, the first of them to be focused.
 */
export interface BrokenRule {
  title: string;
  message: string;
  fields: (keyof BookingDraft)[];
}

const isBlank = (value: string) => value.trim() === '';

const blankOf = (draft: BookingDraft, fields: (keyof BookingDraft)[]) =>
  fields.filter((field) => isBlank(String(draft[field] ?? '')));

type Rule = (draft: BookingDraft, isSignedIn: boolean) => BrokenRule | null;

/** A rule that wants every one of some fields filled in. */
const required =
  (fields: (keyof BookingDraft)[], title: string, message: string): Rule =>
  (draft) => {
    const blank = blankOf(draft, fields);
    return blank.length > 0 ? { title, message, fields: blank } : null;
  };

const RULES: Rule[] = [
  required(
    ['customerName', 'customerEmail', 'customerPhone'],
    'Contact information required',
    BOOKING_MESSAGES.contact,
  ),
  (draft) =>
    isEmail(draft.customerEmail.trim())
      ? null
      : { title: 'Invalid email', message: BOOKING_MESSAGES.email, fields: ['customerEmail'] },
  required(['pickupLocation', 'dropoffLocation'], 'Missing information', BOOKING_MESSAGES.locations),
  required(['scheduledDate', 'scheduledTime'], 'Missing date/time', BOOKING_MESSAGES.dateAndTime),
  (draft) =>
    draft.bookingType === 'hourly' && !(draft.hours !== null && draft.hours >= MIN_HOURS)
      ? {
          title: 'Invalid hours',
          message: BOOKING_MESSAGES.hours,
          fields: ['hours'],
        }
      : null,
  (_draft, isSignedIn) =>
    isSignedIn ? null : { title: 'Not logged in', message: 'Please log in to book a ride.', fields: [] },
];

/**
 * The first rule of Request Ride that the form breaks, in the specification's order (section 5); null when it
 * may be sent.
 */
export function firstBrokenRule(draft: BookingDraft, isSignedIn: boolean): BrokenRule | null {
  for (const rule of RULES) {
    const broken = rule(draft, isSignedIn);
    if (broken) return broken;
  }
  return null;
}
