import type { Lead } from '#common/messages/lead.ts';
import { formatDay, toInstant } from '#common/time.ts';
import type { Message } from './message-model.ts';

/** Labels of the forms' fields, in the order in which they are shown. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
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

/** The fields that were filled in, by their labels. */
export function labelledFields(
  content: Message['content'],
): { field: string; label: string; value: string }[] {
  const fields = new Map<string, unknown>(Object.entries(content));
  return Object.entries(FIELD_LABELS)
    .filter(([field]) => fields.get(field))
    .map(([field, label]) => ({ field, label, value: String(fields.get(field)) }));
}

/** What the sender wrote in words; null where nothing was. */
export function wordsOf(content: Message['content']): string | null {
  if ('message' in content) return content.message;
  if ('description' in content) return content.description;
  return ('note' in content && content.note) || null;
}

/** Who sent it: the name, or the address where none was asked for. */
export const senderOf = (content: Message['content']): string =>
  'name' in content ? content.name : content.email;

const SUBJECT_LENGTH = 80;

/** What a message is about, in one line of at most 80 characters. */
export const subjectOf = (message: Message): string => shortened(wholeSubjectOf(message));

/** The same, as long as the sender made it. A lost item's description is shortened: the whole of it is the sender's words. */
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

/** Up to the first full stop or line break; all of it where that is too short to tell anything. */
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

/** What else tells it from others in a list; null where nothing does. */
export function detailOf(message: Message, now: Date): string | null {
  if (message.form === 'lost-item') {
    const day = toInstant(message.content.tripDate, '12:00');
    return day && `trip of ${formatDay(day, now)}`;
  }
  return 'company' in message.content ? message.content.company : null;
}

/** Whether a message wants an answer: a subscription or a place on a waitlist is only taken down. */
export const wantsAnswer = ({ form, content }: Message): boolean =>
  form !== 'lead' || !['offers', 'waitlist'].includes(content.kind);
