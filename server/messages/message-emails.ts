import { AppError } from '#common/errors.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import type { Lead } from '#common/messages/lead.ts';
import { firstNameOf } from '#common/users/user.ts';
import { env } from '../env.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { labelledFields, senderOf, subjectOf, textOf } from './format-message.ts';
import type { Message } from './message-model.ts';
import { answerAddress, findMessage, findMessageOfEntry } from './receive-message.ts';

/**
 * Composes the email that forwards a visitor's message to operations. Replies go to the visitor.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeOperationsEmail(messageId: string): Promise<EmailContent> {
  const message = await findMessage(messageId);
  const { content, receivedAt } = message;
  const title = titleOf(message);
  const rows = labelledFields(content).map(({ label, value }) => [label, value] as const);
  const words = textOf(content);
  const received = formatDayTimeWithZone(receivedAt, receivedAt);

  return {
    to: env.MAIL_TO,
    replyTo: { name: 'name' in content ? content.name : '', address: content.email },
    subject: `${title}: ${topicOf(content)}`,
    title,
    parts: [
      { kind: 'rows', rows: [...rows, ['Received', received]] },
      ...(words ? [{ kind: 'quote', label: 'The message:', text: words } as const] : []),
    ],
  };
}

const LEAD_TITLES: Record<Lead['kind'], string> = {
  offers: 'Subscription to offers',
  waitlist: 'City waitlist',
  'city-suggestion': 'City suggestion',
  job: 'Job application',
  'bulk-order': 'Gift card bulk order',
};

const FORM_TITLES: Record<Exclude<Message['form'], 'lead'>, string> = {
  contact: 'Message from the contact form',
  'lost-item': 'Lost item report',
  rating: 'A ride was rated as poor',
};

const titleOf = ({ form, content }: Message): string => {
  if (form === 'lead') return LEAD_TITLES[content.kind];
  return FORM_TITLES[form];
};

/** Returns the part of the subject that distinguishes the message from others of its kind. */
const topicOf = (content: Message['content']): string => {
  if ('subject' in content) return content.subject;
  if ('description' in content) return content.description.slice(0, 60);
  if ('city' in content) return content.city;
  return senderOf(content);
};

/**
 * Composes the email with our answer to the sender, quoting their message. Replies go to operations. Unlike
 * the confirmation it may repeat what was typed, since a staff member has read it.
 *
 * @param answerId id of the entry
 * @returns null when the sender's account is deleted
 * @throws AppError NOT_FOUND
 */
export async function composeAnswerEmail(answerId: string): Promise<EmailContent | null> {
  const message = await findMessageOfEntry(answerId);
  const answer = message.entries?.find(({ _id }) => _id.toHexString() === answerId);
  if (!answer) throw new AppError('NOT_FOUND', 'There is no such answer.');
  const to = await answerAddress(message);
  if (to === null) return null;
  const { content, receivedAt } = message;
  const subject = subjectOf(message);
  const words = textOf(content);
  const sent = formatDayTimeWithZone(receivedAt, answer.at);
  return {
    to,
    replyTo: { name: 'Marquee', address: env.MAIL_TO },
    subject: `Re: ${subject}`,
    title: subject,
    parts: [
      { kind: 'text', text: answer.text },
      { kind: 'text', text: `${firstNameOf(answer.by.name)} at Marquee` },
      ...(words ? [{ kind: 'quote', label: `You wrote on ${sent}:`, text: words } as const] : []),
    ],
  };
}

/**
 * Composes the confirmation to the sender of a message. It repeats nothing that was typed: anyone can enter
 * another person's address, and must not be able to send text to it through us.
 *
 * @throws AppError NOT_FOUND
 */
export async function composeReceivedEmail(messageId: string): Promise<EmailContent> {
  const { form, content } = await findMessage(messageId);
  return { to: content.email, ...(form === 'lost-item' ? REPORT : MESSAGE) };
}

const MESSAGE: Omit<EmailContent, 'to'> = {
  subject: 'We have your message',
  title: 'We have your message',
  parts: [
    { kind: 'text', text: "Thank you for writing. We'll get back to you within 24 hours." },
    { kind: 'text', text: 'For a ride in progress, please call the number on our contact page.' },
    { kind: 'link', label: 'Contact page', href: new URL('/contact', env.PUBLIC_URL).href },
    {
      kind: 'text',
      text: 'If you did not write to us, someone mistyped an address, and you can ignore this email.',
    },
  ],
};

const REPORT: Omit<EmailContent, 'to'> = {
  subject: 'We are looking for your item',
  title: 'We have your report',
  parts: [
    {
      kind: 'text',
      text: 'Thank you for telling us. We will ask your driver and get back to you within 24 hours.',
    },
    { kind: 'text', text: 'Items are usually located in 48 to 72 hours. Found items are held for 30 days.' },
    { kind: 'link', label: 'Lost & Found', href: new URL('/lost-found', env.PUBLIC_URL).href },
    {
      kind: 'text',
      text: 'If you did not report anything, someone mistyped an address, and you can ignore this email.',
    },
  ],
};
