/** A link to write to an address as somebody typed it: whatever else is in it adds neither recipient nor text. */
export const mailHref = (email: string): string =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
