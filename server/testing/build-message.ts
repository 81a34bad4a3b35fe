import { randomUUID } from 'node:crypto';
import type { Contact } from '#common/messages/contact.ts';
import type { Lead, LeadKind } from '#common/messages/lead.ts';
import type { LostItem } from '#common/messages/lost-item.ts';

/** Returns an unused email address. */
export const newSender = (): string => `sender-${randomUUID()}@example.com`;

/** Builds the request of the contact form. */
export const buildContact = (overrides: Partial<Contact> = {}): Contact => ({
  name: 'Jordan Lee',
  email: newSender(),
  phone: '(702) 555-0137',
  subject: 'Wedding transport in March',
  message: 'Two party buses, please.\nFrom noon on.',
  ...overrides,
});

/** Builds the request of the lost item form. */
export const buildLostItem = (overrides: Partial<LostItem> = {}): LostItem => ({
  tripDate: '2026-01-31',
  pickupLocation: 'Bellagio',
  dropoffLocation: 'Harry Reid International Airport',
  description: 'A grey scarf, on the back seat',
  phone: '(702) 555-0137',
  email: newSender(),
  ...overrides,
});

/** The requests of the lead forms. */
export const LEADS: { [Kind in LeadKind]: Omit<Extract<Lead, { kind: Kind }>, 'email'> } = {
  offers: { kind: 'offers' },
  waitlist: { kind: 'waitlist', city: 'Miami' },
  'city-suggestion': { kind: 'city-suggestion', city: 'Reno', note: 'For the balloon race' },
  job: {
    kind: 'job',
    name: 'Jordan Lee',
    phone: '',
    position: 'Software Engineer',
    link: 'https://example.com/resume.pdf',
  },
  'bulk-order': { kind: 'bulk-order', name: 'Jordan Lee', company: 'Lee & Sons', quantity: 25 },
};
