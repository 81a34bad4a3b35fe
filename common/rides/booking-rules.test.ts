import { expect, test } from 'vitest';
import { type BookingDraft, firstBrokenRule } from './booking-rules.ts';

const good: BookingDraft = {
  customerName: 'Alex Morgan',
  customerEmail: 'alex@example.com',
  customerPhone: '(702) 555-0148',
  pickupLocation: 'Bellagio',
  dropoffLocation: 'Sphere',
  scheduledDate: '2026-12-01',
  scheduledTime: '19:30',
  bookingType: 'hourly',
  hours: 3,
};

test('a good form may be sent', () => {
  expect(firstBrokenRule(good, true)).toBeNull();
});

test('the rules are asked in the order of the specification', () => {
  const steps: [Partial<BookingDraft>, string, string][] = [
    [
      { customerName: ' ' },
      'Contact information required',
      'Please enter your name, email, and phone number.',
    ],
    [{ customerEmail: 'alex@example' }, 'Invalid email', 'Please enter a valid email address.'],
    [{ dropoffLocation: '' }, 'Missing information', 'Please enter both pickup and drop-off locations.'],
    [{ scheduledTime: '' }, 'Missing date/time', 'Please select both date and time for your ride.'],
    [{ hours: 0.5 }, 'Invalid hours', 'Please enter at least 1 hour for hourly booking.'],
  ];
  let broken: Partial<BookingDraft> = {};
  for (const [change, title, message] of steps.toReversed()) {
    broken = { ...broken, ...change };
    expect(firstBrokenRule({ ...good, ...broken }, false)).toMatchObject({ title, message });
  }
  expect(firstBrokenRule(good, false)).toMatchObject({
    title: 'Not logged in',
    message: 'Please log in to book a ride.',
  });
});

test('hours do not matter point to point', () => {
  expect(firstBrokenRule({ ...good, bookingType: 'point-to-point', hours: null }, true)).toBeNull();
});

test('the fields to mark are the blank ones', () => {
  const broken = firstBrokenRule({ ...good, customerName: '', customerPhone: '' }, true);
  expect(broken?.fields).toEqual(['customerName', 'customerPhone']);
});
