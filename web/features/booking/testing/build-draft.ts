import { type Draft, EMPTY_DRAFT } from '../draft.ts';

/** Builds a complete draft: a Lux Sedan for three hours on a Tuesday evening, $233.58. */
export const buildDraft = (overrides: Partial<Draft> = {}): Draft => ({
  ...EMPTY_DRAFT,
  pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
  dropoffLocation: 'Allegiant Stadium, 3333 Al Davis Way',
  scheduledDate: '2026-11-24',
  scheduledTime: '19:30',
  customerName: 'Alex Morgan',
  customerEmail: 'alex@example.com',
  customerPhone: '(702) 555-0148',
  ...overrides,
});
