import { domainToASCII } from 'node:url';

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** A domain as mail servers look it up; one that is none stays as it is. */
const domainOf = (typed: string): string => (domainToASCII(typed) || typed.toLowerCase()).replace(/\.$/, '');

/**
 * The mailbox behind an e-mail address, so that one person with several spellings of it is one: lower case, without what follows a plus,
 * without quotes and, at Google, without dots; the domain in the letters it is looked up with.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = domainOf(email.slice(at + 1));
  const [name = ''] = email.slice(0, at).replace(/["\\]/g, '').toLowerCase().split('+');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
