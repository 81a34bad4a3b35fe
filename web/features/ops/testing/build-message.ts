import type { InboxRow, Thread } from '#common/messages/inbox.ts';

/** Builds a new, unassigned message in the list. */
export const buildRow = (overrides: Partial<InboxRow> = {}): InboxRow => ({
  id: 'a'.repeat(24),
  version: 1,
  kind: 'contact',
  state: 'open',
  subject: 'Wheelchair access for four',
  from: 'Leo Marsh',
  detail: null,
  assignee: null,
  receivedAt: '2026-11-20T21:00:00.000Z',
  movedAt: '2026-11-20T21:00:00.000Z',
  ...overrides,
});

/** Builds the same message with its text. */
export const buildThread = (overrides: Partial<Thread> = {}): Thread => ({
  ...buildRow(overrides),
  email: 'leo.marsh@example.com',
  phone: null,
  fields: [],
  route: null,
  words: 'Do you have a vehicle with a lift?',
  entries: [],
  ride: null,
  ...overrides,
});
