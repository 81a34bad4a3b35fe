/** Returns the `mailto:` link for an address as typed. Encoding prevents added recipients or text. */
export const mailHref = (email: string): string =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;

/** Returns the `tel:` link for a phone number as typed: its digits and plus sign. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
