import { expect, test } from 'vitest';
import { emptyPhoneDraft, phoneDraftProblems } from './phone-draft.ts';

const NOW = new Date('2026-11-21T00:12:00Z');

test('each missing or invalid contact field of the caller has its own message', () => {
  const problems = phoneDraftProblems({ ...emptyPhoneDraft(NOW), customerPhone: '555' }, NOW);

  const messageOf = (field: string) => problems.find(({ path }) => String(path) === field)?.message;
  expect(messageOf('customerName')).toBe("Please enter the caller's name.");
  expect(messageOf('customerEmail')).toBe("Please enter the caller's email.");
  expect(messageOf('customerPhone')).toBe('Please enter a valid phone number.');

  const missing = phoneDraftProblems(emptyPhoneDraft(NOW), NOW).map(({ message }) => message);
  expect(missing).toContain("Please enter the caller's phone number.");
});
