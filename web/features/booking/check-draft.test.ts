import { expect, test } from 'vitest';
import { checkDraft, validationErrorsOf, withoutRefusedCodes } from './check-draft.ts';
import { markedFields } from './marked-fields.ts';
import { buildDraft } from './testing/build-draft.ts';

// Saturday 21 November 2026, 9:00 in Las Vegas.
const now = new Date('2026-11-21T17:00:00Z');
const check = (overrides = {}, isSignedIn = true) => checkDraft(buildDraft(overrides), { isSignedIn, now });

test('a form filled in may be sent', () => {
  expect(check()).toBeNull();
});

test('the first broken rule is told, with its fields', () => {
  expect(
    check({ customerName: '', customerEmail: '', customerPhone: '', pickupLocation: '' }, false),
  ).toEqual({
    title: 'Contact information required',
    message: 'Please enter your name, email, and phone number.',
    validationErrors: [
      {
        fields: ['customerName', 'customerEmail', 'customerPhone'],
        message: 'Please enter your name, email, and phone number.',
      },
    ],
    needsSignIn: false,
  });
});

test('hours are read from what was typed', () => {
  expect(check({ hours: '0.5' })).toMatchObject({ title: 'Invalid hours' });
  expect(check({ hours: '' })).toMatchObject({ title: 'Invalid hours' });
  expect(check({ hours: '1' })).toBeNull();
});

test('signing in is asked for only when nothing in the form is wrong', () => {
  expect(check({}, false)).toMatchObject({ title: 'Not logged in', validationErrors: [], needsSignIn: true });
  expect(check({ dropoffLocation: '' }, false)).toMatchObject({ needsSignIn: false });
});

test('a time that has passed today is the time’s validation error', () => {
  expect(check({ scheduledDate: '2026-11-21', scheduledTime: '08:59' })).toMatchObject({
    title: 'Invalid date/time',
    validationErrors: [{ fields: ['scheduledTime'] }],
  });
});

test('a day too far ahead is the date’s validation error first', () => {
  expect(check({ scheduledDate: '2028-01-01' })?.validationErrors).toEqual([
    { fields: ['scheduledDate', 'scheduledTime'], message: 'Rides can be booked up to a year ahead.' },
  ]);
});

const AIRPORT = 'Harry Reid International Airport, Terminal 1';

test.each([
  [{ isForSomebodyElse: true }, "Please enter the passenger's name.", 'passengerName'],
  [
    { isForSomebodyElse: true, passengerName: 'Jordan Lee' },
    "Please enter the passenger's phone number.",
    'passengerPhone',
  ],
  [
    { pickupLocation: AIRPORT, flightNumber: 'Southwest' },
    'Please enter a flight number such as WN 1482.',
    'flightNumber',
  ],
  [{ stops: ['Sphere', ' '] }, 'Please enter where to stop.', 'stops'],
])('%j is told after the rules of the specification', (overrides, message, field) => {
  expect(check(overrides)).toMatchObject({ message, validationErrors: [{ fields: [field], message }] });
  expect(check({ ...overrides, customerName: '' })?.title).toBe('Contact information required');
  expect(check(overrides, false)?.title).toBe('Not logged in');
});

test('what the form does not show is not asked about', () => {
  expect(check({ flightNumber: 'Southwest', passengerPhone: '?' })).toBeNull();
});

test('the server’s issues find the fields they are about', () => {
  const issues = [
    { path: 'customerPhone', message: 'Please enter a valid phone number.' },
    { path: 'rideType', message: 'Please choose a vehicle.' },
    { path: 'riderId', message: 'Please check the rider id.' },
    { path: 'promoCodeId', message: 'This promo code has expired' },
    { path: 'giftCardId', message: 'This gift card is not valid' },
    { path: 'stops.1', message: 'Please enter where to stop.' },
  ];
  expect(validationErrorsOf(issues)).toEqual([
    { fields: ['customerPhone'], message: 'Please enter a valid phone number.' },
    { fields: ['vehicleId'], message: 'Please choose a vehicle.' },
    { fields: ['promoCode'], message: 'This promo code has expired' },
    { fields: ['giftCardCode'], message: 'This gift card is not valid' },
    { fields: ['stops'], message: 'Please enter where to stop.' },
  ]);
});

const blank = buildDraft({ customerName: '', customerPhone: '' });

const refused = {
  draft: blank,
  validationErrors: [
    { fields: ['customerName' as const, 'customerPhone' as const], message: 'Who is it for?' },
  ],
};

test('every field at fault is marked, and the words stand beside the first', () => {
  expect(markedFields(refused, blank)).toEqual({ customerName: 'Who is it for?', customerPhone: '' });
});

test('a field that was changed is marked no longer, and the words move to the next', () => {
  expect(markedFields(refused, { ...blank, customerName: 'Alex' })).toEqual({
    customerPhone: 'Who is it for?',
  });
});

test('of two validationErrors about one field the first is told', () => {
  const twice = {
    draft: blank,
    validationErrors: [
      { fields: ['hours' as const], message: 'Too few.' },
      { fields: ['hours' as const], message: 'Not a half.' },
    ],
  };
  expect(markedFields(twice, blank)).toEqual({ hours: 'Too few.' });
});

const refusedFor = (...paths: string[]) =>
  withoutRefusedCodes(validationErrorsOf(paths.map((path) => ({ path, message: 'No longer valid' }))));

test('a ride refused for a code drops that code and keeps the other', () => {
  expect(refusedFor('promoCodeId')).toEqual({ promo: null });
  expect(refusedFor('giftCardId', 'customerPhone')).toEqual({ giftCard: null });
});

test('a ride refused for something else keeps both', () => {
  expect(refusedFor('customerPhone')).toEqual({});
});
