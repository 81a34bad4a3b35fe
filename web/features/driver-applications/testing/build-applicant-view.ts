import type { ApplicantView } from '#common/driver-applications/application-views.ts';

const AT = '2026-11-18T17:40:00.000Z';

/** Builds an applicant's view; by default a question about their license is open. */
export const buildApplicantView = (overrides: Partial<ApplicantView> = {}): ApplicantView => ({
  reference: 'AAAAAA',
  name: 'Renee Whitfield',
  email: 'renee@example.com',
  phone: '(702) 555-0162',
  status: 'more-needed',
  version: 2,
  sentAt: AT,
  vehicle: null,
  papers: [],
  note: null,
  steps: [],
  question: { text: 'The photo can’t be read.', paper: 'license', askedAt: AT },
  decidedAt: null,
  reason: null,
  ...overrides,
});
