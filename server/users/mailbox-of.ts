const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an e-mail address, so that one person with several spellings of it is one: lower case, without what follows a plus
 * and, at Google, without dots.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
