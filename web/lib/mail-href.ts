/** Returns the `mailto:` link for an address as typed. Encoding prevents added recipients or text. */
export const mailHref = (email: string): string =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
