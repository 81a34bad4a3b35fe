import { env } from '../env.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { findMessage } from './find-message.ts';

/**
 * Confirms to its sender that a message arrived. It repeats nothing that was typed: anybody can enter somebody else's address, and
 * must not be able to write to them through us.
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
    { kind: 'text', text: 'For a ride under way, please call: the number is on our contact page.' },
    { kind: 'link', label: 'Contact page', href: new URL('/contact', env.PUBLIC_URL).href },
    {
      kind: 'text',
      text: 'You did not write to us? Then somebody mistyped an address, and you need do nothing.',
    },
  ],
};

const REPORT: Omit<EmailContent, 'to'> = {
  subject: 'We are looking for your item',
  title: 'We have your report',
  parts: [
    {
      kind: 'text',
      text: 'Thank you for telling us. We ask your driver, and get back to you within 24 hours.',
    },
    { kind: 'text', text: 'Items are usually located in 48 to 72 hours. What is found is held for 30 days.' },
    { kind: 'link', label: 'Lost & Found', href: new URL('/lost-found', env.PUBLIC_URL).href },
    {
      kind: 'text',
      text: 'You did not report anything? Then somebody mistyped an address, and you need do nothing.',
    },
  ],
};
