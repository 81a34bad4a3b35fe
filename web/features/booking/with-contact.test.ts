import { expect, test } from 'vitest';
import { buildUser } from '#web/testing/build-user.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { withContact } from './with-contact.ts';

const rider = buildUser({ name: 'Sam Lee', username: 'sam@example.com', phone: null });

test('an untouched form has the contact of the rider signed in', () => {
  expect(withContact(EMPTY_DRAFT, rider)).toMatchObject({
    customerName: 'Sam Lee',
    customerEmail: 'sam@example.com',
    customerPhone: '',
  });
});

test('what was typed stays, an emptied field too', () => {
  const typed = { ...EMPTY_DRAFT, customerName: 'Alex Morgan', customerEmail: '' };
  expect(withContact(typed, rider)).toMatchObject({ customerName: 'Alex Morgan', customerEmail: '' });
});

test('nothing of the rider is left after signing out', () => {
  expect(withContact(EMPTY_DRAFT, null)).toMatchObject({ customerName: '', customerEmail: '' });
});
