import { expect, test } from 'vitest';
import { checkDraft, validationErrorsOf, withoutRefusedCodes } from './check-draft.ts';
import { markedFields } from './marked-fields.ts';
import { buildDraft } from './testing/build-draft.ts';

// Saturday 21 November 2026, 9:00 in Las Vegas.
const now = new Date('2026-11-21T17:00:00Z');
const check = (overrides = {}, isSignedIn = true) => checkDraft(buildDraft(overrides), { isSignedIn, now });

test('a complete form has no validation errors', () => {
  expect(check()).toBeNull();
});

test('only the first broken rule is reported, with all of its fields', () => {
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

test('hours must be a number of at least one', () => {
  expect(check({ hours: '0.5' })).toMatchObject({ title: 'Invalid hours' });
  expect(check({ hours: '' })).toMatchObject({ title: 'Invalid hours' });
  expect(check({ hours: '1' })).toBeNull();
  expect(check({ hours: '2.5' })).toBeNull();
});

test('signing in is asked for only when the form has no other error', () => {
  expect(check({}, false)).toMatchObject({ title: 'Not logged in', validationErrors: [], needsSignIn: true });
  expect(check({ dropoffLocation: '' }, false)).toMatchObject({ needsSignIn: false });
});

test('a time earlier today is an error of the time field', () => {
  expect(check({ scheduledDate: '2026-11-21', scheduledTime: '08:59' })).toMatchObject({
    title: 'Invalid date/time',
    validationErrors: [{ fields: ['scheduledTime'] }],
  });
});

test('a day more than a year ahead is an error of the date field first', () => {
  expect(check({ scheduledDate: '2028-01-01' })?.validationErrors).toEqual([
    { fields: ['scheduledDate', 'scheduledTime'], message: 'Rides can be booked up to a year ahead.' },
  ]);
});

const AIRPORT = 'Harry Reid International Airport, Terminal 1';

test.each([
  [{ hours: '2.3' }, 'Please use half-hour steps.', 'hours'],
  [{ hours: '25' }, 'Please book at most 24 hours.', 'hours'],
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
])(
  'the rule broken by %j is checked after the contact details and before signing in',
  (overrides, message, field) => {
    expect(check(overrides)).toMatchObject({ message, validationErrors: [{ fields: [field], message }] });
    expect(check({ ...overrides, customerName: '' })?.title).toBe('Contact information required');
    expect(check(overrides, false)?.title).toBe('Not logged in');
  },
);

test('fields that the form hides are not validated', () => {
  expect(check({ flightNumber: 'Southwest', passengerPhone: '?' })).toBeNull();
  expect(check({ bookingType: 'point-to-point', hours: '2.3' })).toBeNull();
});

test('server issues are mapped to form fields, and those of unknown fields are dropped', () => {
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

test('every invalid field is marked, and the message is shown at the first of them', () => {
  expect(markedFields(refused, blank)).toEqual({ customerName: 'Who is it for?', customerPhone: '' });
});

test('a changed field is no longer marked, and the message moves to the next field', () => {
  expect(markedFields(refused, { ...blank, customerName: 'Alex' })).toEqual({
    customerPhone: 'Who is it for?',
  });
});

test('of two errors for the same field the first is shown', () => {
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

test('a code for which the ride was refused is dropped, and the other code is kept', () => {
  expect(refusedFor('promoCodeId')).toEqual({ promo: null });
  expect(refusedFor('giftCardId', 'customerPhone')).toEqual({ giftCard: null });
});

test('a ride refused for another reason keeps both codes', () => {
  expect(refusedFor('customerPhone')).toEqual({});
});
