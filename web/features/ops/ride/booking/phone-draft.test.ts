import { expect, test } from 'vitest';
import { emptyPhoneDraft, fieldsOfCustomer, phoneDraftProblems } from './phone-draft.ts';

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

test('a customer without a phone number keeps the typed one, but not that of the customer chosen before', () => {
  const before = { id: 'a'.repeat(24), name: 'Ann', email: 'ann@example.com', phone: '(702) 555-0142' };
  const customer = { id: 'b'.repeat(24), name: 'Hans Weber', email: 'hans@example.com', phone: null };
  const draftWith = (customerPhone: string) => ({ ...emptyPhoneDraft(NOW), customerPhone });

  expect(fieldsOfCustomer(customer, draftWith('702 555'), before)).toEqual({
    customerName: 'Hans Weber',
    customerEmail: 'hans@example.com',
    customerPhone: '702 555',
  });
  expect(fieldsOfCustomer(customer, draftWith('(702) 555-0142'), before).customerPhone).toBe('');
  expect(fieldsOfCustomer(before, draftWith('702 555'), null).customerPhone).toBe('(702) 555-0142');
});
