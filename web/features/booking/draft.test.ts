import { expect, test } from 'vitest';
import { buildUser } from '#web/testing/build-user.ts';
import { changeDraft, EMPTY_DRAFT, withContact, withoutForeignGiftCard } from './draft.ts';
import { buildGiftCard } from './testing/build-codes.ts';
import { buildDraft } from './testing/build-draft.ts';

test('changeDraft keeps the fields that are not changed', () => {
  const draft = buildDraft();
  expect(changeDraft(draft, { hours: '2.5' })).toEqual({ ...draft, hours: '2.5' });
});

test('the color is kept if the new vehicle is available in it', () => {
  const pinkHummer = buildDraft({ vehicleId: 'hummer-18', preferredColor: 'pink' });
  expect(changeDraft(pinkHummer, { vehicleId: 'partybus-16' }).preferredColor).toBe('pink');
});

test('the color changes to the vehicle’s first one if the new vehicle lacks it', () => {
  const greenHummer = buildDraft({ vehicleId: 'hummer-18', preferredColor: 'green' });
  expect(changeDraft(greenHummer, { vehicleId: 'lux-suv' }).preferredColor).toBe('black');
});

const sam = buildUser({ name: 'Sam Lee', username: 'sam@example.com', phone: null });

test('an unedited form shows the contact details of the signed-in rider', () => {
  expect(withContact(EMPTY_DRAFT, sam)).toMatchObject({
    customerName: 'Sam Lee',
    customerEmail: 'sam@example.com',
    customerPhone: '',
  });
});

test('contact details changed in the account appear in contact fields that were not edited', () => {
  const kept = changeDraft(EMPTY_DRAFT, { pickupLocation: 'Bellagio' });
  const renamed = { ...sam, name: 'Sam Li', phone: '(702) 555-0177' };

  expect(withContact(kept, renamed)).toMatchObject({
    pickupLocation: 'Bellagio',
    customerName: 'Sam Li',
    customerPhone: '(702) 555-0177',
  });
});

test('edited contact fields keep their value, even an empty one', () => {
  const typed = { ...EMPTY_DRAFT, customerName: 'Alex Morgan', customerEmail: '' };
  expect(withContact(typed, sam)).toMatchObject({ customerName: 'Alex Morgan', customerEmail: '' });
});

test('without a signed-in rider the contact fields are empty', () => {
  expect(withContact(EMPTY_DRAFT, null)).toMatchObject({ customerName: '', customerEmail: '' });
});

const rider = buildUser();
const withCard = (appliedBy: string | null) =>
  buildDraft({ giftCardCode: '•••• 91TD', giftCard: buildGiftCard({ appliedBy }) });

test('a gift card is kept for the rider who applied it, and for a visitor who signs in afterwards', () => {
  for (const draft of [withCard(rider.id), withCard(null), buildDraft()]) {
    expect(withoutForeignGiftCard(draft, rider)).toEqual(draft);
  }
});

test('a gift card is removed when another rider or nobody is signed in', () => {
  for (const next of [buildUser(), null]) {
    expect(withoutForeignGiftCard(withCard(rider.id), next)).toMatchObject({
      giftCardCode: '',
      giftCard: null,
    });
  }
});
