import { expect, test } from 'vitest';
import { buildUser } from '#web/testing/build-user.ts';
import { changeDraft, EMPTY_DRAFT, withContact, withoutForeignGiftCard } from './draft.ts';
import { buildGiftCard } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';

test('a change keeps everything it does not name', () => {
  const draft = buildDraft();
  expect(changeDraft(draft, { hours: '2.5' })).toEqual({ ...draft, hours: '2.5' });
});

test('a colour is kept as long as the vehicle comes in it', () => {
  const pinkHummer = buildDraft({ vehicleId: 'hummer-18', preferredColor: 'pink' });
  expect(changeDraft(pinkHummer, { vehicleId: 'partybus-16' }).preferredColor).toBe('pink');
});

test('a colour the new vehicle does not come in gives way to its first', () => {
  const greenHummer = buildDraft({ vehicleId: 'hummer-18', preferredColor: 'green' });
  expect(changeDraft(greenHummer, { vehicleId: 'lux-suv' }).preferredColor).toBe('black');
});

const sam = buildUser({ name: 'Sam Lee', username: 'sam@example.com', phone: null });

test('an untouched form has the contact of the rider signed in', () => {
  expect(withContact(EMPTY_DRAFT, sam)).toMatchObject({
    customerName: 'Sam Lee',
    customerEmail: 'sam@example.com',
    customerPhone: '',
  });
});

test('who changes their name and phone in the account finds them in a form that they have not edited', () => {
  const kept = changeDraft(EMPTY_DRAFT, { pickupLocation: 'Bellagio' });
  const renamed = { ...sam, name: 'Sam Li', phone: '(702) 555-0177' };

  expect(withContact(kept, renamed)).toMatchObject({
    pickupLocation: 'Bellagio',
    customerName: 'Sam Li',
    customerPhone: '(702) 555-0177',
  });
});

test('what was typed stays, an emptied field too', () => {
  const typed = { ...EMPTY_DRAFT, customerName: 'Alex Morgan', customerEmail: '' };
  expect(withContact(typed, sam)).toMatchObject({ customerName: 'Alex Morgan', customerEmail: '' });
});

test('nothing of the rider is left after signing out', () => {
  expect(withContact(EMPTY_DRAFT, null)).toMatchObject({ customerName: '', customerEmail: '' });
});

const rider = buildUser();
const withCard = (appliedBy: string | null) =>
  buildDraft({ giftCardCode: '•••• 91TD', giftCard: buildGiftCard({ appliedBy }) });

test('a gift card stays with the rider who applied it, and with a visitor who signs in after', () => {
  for (const draft of [withCard(rider.id), withCard(null), buildDraft()]) {
    expect(withoutForeignGiftCard(draft, rider)).toEqual(draft);
  }
});

test('nobody finds the gift card of a rider who signed out', () => {
  for (const next of [buildUser(), null]) {
    expect(withoutForeignGiftCard(withCard(rider.id), next)).toMatchObject({
      giftCardCode: '',
      giftCard: null,
    });
  }
});
