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

/** A rule that was not kept: the toast's two lines, and the fields to mark, the first of them to be focused. */
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
    'Please enter your name, email, and phone number.',
  ),
  (draft) =>
    isEmail(draft.customerEmail.trim())
      ? null
      : { title: 'Invalid email', message: 'Please enter a valid email address.', fields: ['customerEmail'] },
  required(
    ['pickupLocation', 'dropoffLocation'],
    'Missing information',
    'Please enter both pickup and drop-off locations.',
  ),
  required(
    ['scheduledDate', 'scheduledTime'],
    'Missing date/time',
    'Please select both date and time for your ride.',
  ),
  (draft) =>
    draft.bookingType === 'hourly' && !(draft.hours !== null && draft.hours >= MIN_HOURS)
      ? {
          title: 'Invalid hours',
          message: 'Please enter at least 1 hour for hourly booking.',
          fields: ['hours'],
        }
      : null,
  (_draft, isSignedIn) =>
    isSignedIn ? null : { title: 'Not logged in', message: 'Please log in to book a ride.', fields: [] },
];

/** The first rule of Request Ride that the form breaks, in the specification's order (section 5); null when it may be sent. */
export function firstBrokenRule(draft: BookingDraft, isSignedIn: boolean): BrokenRule | null {
  for (const rule of RULES) {
    const broken = rule(draft, isSignedIn);
    if (broken) return broken;
  }
  return null;
}
