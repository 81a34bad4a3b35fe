import { expect, test } from 'vitest';
import { prefillContact } from './prefill-contact.ts';
import { buildDraft } from './testing/build-draft.ts';

const rider = {
  id: 'b'.repeat(24),
  username: 'sam@example.com',
  role: 'rider' as const,
  name: 'Sam Lee',
  phone: null,
};

test('only what is blank is filled in', () => {
  expect(prefillContact(buildDraft({ customerEmail: '', customerPhone: '' }), rider)).toEqual({
    customerName: 'Alex Morgan',
    customerEmail: 'sam@example.com',
    customerPhone: '',
  });
});
