import type { RowCopy } from './page-copy.ts';

/** Marquee's contact details. The phone number is from the range reserved for fiction. */
export const COMPANY = {
  phone: '(702) 555-0100',
  phoneHref: 'tel:+17025550100',
  email: 'support@marquee.example',
  emailHref: 'mailto:support@marquee.example',
  address: 'Las Vegas, Nevada 89109',
  hours: '24 hours, 7 days',
} as const;

/** Phone, email and hours, for pages that end with contact details. */
export const CONTACT_ROWS: readonly RowCopy[] = [
  ['Phone', COMPANY.phone, COMPANY.phoneHref],
  ['Email', COMPANY.email, COMPANY.emailHref],
  ['Hours', COMPANY.hours],
];
