import { expect, test } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildUser } from '#web/testing/build-user.ts';
import { changeDraft, EMPTY_DRAFT, estimateFare, withContact, withoutForeignGiftCard } from './draft.ts';
import { buildGiftCard, buildPromo } from './testing/build-codes.ts';
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

const total = (...args: Parameters<typeof estimateFare>) => estimateFare(...args)?.totalCents;

test('three hours in a Lux Sedan on a standard day come to $233.58', () => {
  expect(total(buildDraft(), buildPricing())).toBe(23358);
});

test('a weekend pickup at the airport is noticed without being asked for', () => {
  const draft = buildDraft({
    bookingType: 'point-to-point',
    pickupLocation: 'Harry Reid International Airport, Terminal 1',
    scheduledDate: '2026-11-27',
  });
  expect(total(draft, buildPricing())).toBe(9905);
});

test('a day of the calendar raises the fare of that day', () => {
  const fightNight = [{ date: '2026-11-24', tier: 'special-event', name: 'Title fight' }] as const;
  const pricing = buildPricing({ surgeCalendar: fightNight });
  expect(estimateFare(buildDraft(), pricing)?.surgeMultiplier).toBe(1.5);
  expect(estimateFare(buildDraft({ scheduledDate: '2026-11-25' }), pricing)?.surgeMultiplier).toBe(1);
});

test.each([
  ['no pickup', { pickupLocation: ' ' }],
  ['no drop-off', { dropoffLocation: '' }],
  ['no hours', { hours: '' }],
  ['zero hours', { hours: '0' }],
  ['hours that are no number', { hours: 'three' }],
])('there is no estimate with %s', (_case, overrides) => {
  expect(estimateFare(buildDraft(overrides), buildPricing())).toBeNull();
});

test('point to point wants no hours', () => {
  expect(
    estimateFare(buildDraft({ bookingType: 'point-to-point', hours: '' }), buildPricing()),
  ).not.toBeNull();
});

test('a promo lowers the fare, and a gift card pays what it can of the rest', () => {
  const withCodes = buildDraft({
    promo: buildPromo({ discountAmount: 25 }),
    giftCard: buildGiftCard({ currentBalance: 100.1 }),
  });
  expect(estimateFare(withCodes, buildPricing())).toMatchObject({
    promoCents: 2500,
    fareCents: 20858,
    giftCardCents: 10010,
    totalCents: 10848,
  });
});
