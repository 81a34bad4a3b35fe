import type { Lead } from '#common/messages/lead.ts';
import { formatDay, formatTimeWithZone } from '#common/time.ts';
import { env } from '../env.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { findMessage } from './find-message.ts';
import type { Message } from './message-model.ts';

/** What the fields of the forms are called; in the order in which they are told. */
const LABELS: Record<string, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  city: 'City',
  position: 'Position',
  link: 'Resume',
  vehicle: 'Vehicle',
  quantity: 'Cards',
  tripDate: 'Trip date',
  pickupLocation: 'Pickup',
  dropoffLocation: 'Drop-off',
  subject: 'Subject',
};

const LEAD_TITLES: Record<Lead['kind'], string> = {
  offers: 'Subscription to offers',
  waitlist: 'Waitlist for a city',
  'city-suggestion': 'Suggestion of a city',
  job: 'Job application',
  'driver-application': 'Driver application',
  'bulk-order': 'Bulk order of gift cards',
};

const titleOf = ({ form, content }: Message): string => {
  if (form === 'lead') return LEAD_TITLES[content.kind];
  return form === 'contact' ? 'Message from the contact form' : 'Report of a lost item';
};

/** What tells this message from others of its kind. */
const topicOf = (content: Message['content']): string => {
  if ('subject' in content) return content.subject;
  if ('description' in content) return content.description.slice(0, 60);
  if ('city' in content) return content.city;
  return 'name' in content ? content.name : content.email;
};

const wordsOf = (content: Message['content']): string | undefined => {
  if ('message' in content) return content.message;
  if ('description' in content) return content.description;
  return 'note' in content ? content.note : undefined;
};

/** Tells the house what a visitor sent; answering the mail answers the visitor. */
export async function composeOperationsEmail(messageId: string): Promise<EmailContent> {
  const message = await findMessage(messageId);
  const { content, receivedAt } = message;
  const title = titleOf(message);
  const fields = new Map<string, unknown>(Object.entries(content));
  const rows = Object.entries(LABELS)
    .filter(([field]) => fields.get(field))
    .map(([field, label]) => [label, String(fields.get(field))] as const);
  const words = wordsOf(content);
  const received = `${formatDay(receivedAt, receivedAt)}, ${formatTimeWithZone(receivedAt)}`;

  return {
    to: env.MAIL_TO,
    replyTo: { name: 'name' in content ? content.name : '', address: content.email },
    subject: `${title}: ${topicOf(content)}`,
    title,
    parts: [
      { kind: 'rows', rows: [...rows, ['Received', received]] },
      ...(words ? [{ kind: 'quote', text: words } as const] : []),
    ],
  };
}
