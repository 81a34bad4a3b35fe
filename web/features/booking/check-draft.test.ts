import { expect, test } from 'vitest';
import { checkDraft } from './check-draft.ts';
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
    mistakes: [
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
  expect(check({}, false)).toMatchObject({ title: 'Not logged in', mistakes: [], needsSignIn: true });
  expect(check({ dropoffLocation: '' }, false)).toMatchObject({ needsSignIn: false });
});

test('a time that has passed today is the time’s mistake', () => {
  expect(check({ scheduledDate: '2026-11-21', scheduledTime: '08:59' })).toMatchObject({
    title: 'Invalid date/time',
    mistakes: [{ fields: ['scheduledTime'] }],
  });
});

test('a day too far ahead is the date’s mistake first', () => {
  expect(check({ scheduledDate: '2028-01-01' })?.mistakes).toEqual([
    { fields: ['scheduledDate', 'scheduledTime'], message: 'Rides can be booked up to a year ahead.' },
  ]);
});
