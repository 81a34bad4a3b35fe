import type { Lead } from '#common/messages/lead.ts';
import { formatDay, toInstant } from '#common/time.ts';
import type { Message } from './message-model.ts';

/** Labels of the form fields, in display order. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  city: 'City',
  position: 'Position',
  link: 'Resume',
  quantity: 'Cards',
  tripDate: 'Trip date',
  pickupLocation: 'Pickup',
  dropoffLocation: 'Drop-off',
  subject: 'Subject',
};

/** Returns the fields that were filled in, with their labels. */
export function labelledFields(
  content: Message['content'],
): { field: string; label: string; value: string }[] {
  const fields = new Map<string, unknown>(Object.entries(content));
  return Object.entries(FIELD_LABELS)
    .filter(([field]) => fields.get(field))
    .map(([field, label]) => ({ field, label, value: String(fields.get(field)) }));
}

/** Returns the sender's free text. Null if there is none. */
export function textOf(content: Message['content']): string | null {
  if ('message' in content) return content.message;
  if ('description' in content) return content.description;
  return ('note' in content && content.note) || null;
}

/** Returns the sender's name, or the address if the form has no name field. */
export const senderOf = (content: Message['content']): string =>
  'name' in content ? content.name : content.email;

const SUBJECT_LENGTH = 80;

/** Returns the subject of a message in one line of at most 80 characters. */
export const subjectOf = (message: Message): string => shortened(wholeSubjectOf(message));

/**
 * Returns the unshortened subject of a message. Only a lost item's description is shortened, since its full
 * text is shown as the message.
 */
export function wholeSubjectOf({ form, content }: Message): string {
  switch (form) {
    case 'contact':
    case 'rating':
      return oneLine(content.subject);
    case 'lost-item':
      return shortened(oneLine(firstSentenceOf(content.description)));
    case 'lead':
      return oneLine(leadSubject(content));
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const shortened = (line: string): string =>
  line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…` : line;

/**
 * Returns the text up to the first sentence end or line break. If that is shorter than eight characters, a
 * longer part or all of it.
 */
function firstSentenceOf(text: string): string {
  const sentence = /^.{8,}?(?=[.!?](?:\s|$)|\n)/.exec(text.trim())?.[0];
  return sentence ?? text;
}

function leadSubject(lead: Lead): string {
  switch (lead.kind) {
    case 'offers':
      return 'Subscription to offers';
    case 'waitlist':
      return `Waitlist for ${lead.city}`;
    case 'city-suggestion':
      return `A city to drive in: ${lead.city}`;
    case 'job':
      return `Application: ${lead.position}`;
    case 'bulk-order':
      return `${lead.quantity} gift cards`;
  }
}

/** Returns a detail that distinguishes a message in a list. Null if there is none. */
export function detailOf(message: Message, now: Date): string | null {
  if (message.form === 'lost-item') {
    const day = toInstant(message.content.tripDate, '12:00');
    return day && `trip of ${formatDay(day, now)}`;
  }
  return 'company' in message.content ? message.content.company : null;
}

/** Whether a message needs an answer. Subscriptions and waitlist entries are only recorded. */
export const wantsAnswer = ({ form, content }: Message): boolean =>
  form !== 'lead' || !['offers', 'waitlist'].includes(content.kind);
