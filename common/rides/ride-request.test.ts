import { expect, test } from 'vitest';
import { type BookingDraft, bookingProblem, flightNumberSchema, requestRideSchema } from './ride-request.ts';

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

test('a complete booking form has no problem', () => {
  expect(bookingProblem(good, true)).toBeNull();
  expect(bookingProblem({ ...good, hours: 1 }, true)).toBeNull();
});

test('booking problems are reported in the order of the specification', () => {
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
    expect(bookingProblem({ ...good, ...broken }, false)).toMatchObject({ title, message });
  }
  expect(bookingProblem(good, false)).toMatchObject({
    title: 'Not logged in',
    message: 'Please log in to book a ride.',
  });
});

test('a point-to-point booking needs no hours', () => {
  expect(bookingProblem({ ...good, bookingType: 'point-to-point', hours: null }, true)).toBeNull();
});

test('a booking problem names the fields that are blank', () => {
  const broken = bookingProblem({ ...good, customerName: '', customerPhone: '' }, true);
  expect(broken?.fields).toEqual(['customerName', 'customerPhone']);
});

const messagesOf = (request: object): string[] =>
  (requestRideSchema.safeParse(request).error?.issues ?? []).map(({ message }) => message);

test('missing booking fields are refused in the words and the order of the form', () => {
  const contact = 'Please enter your name, email, and phone number.';
  const locations = 'Please enter both pickup and drop-off locations.';
  const dateAndTime = 'Please select both date and time for your ride.';
  const expected = [contact, contact, contact, locations, locations, dateAndTime, dateAndTime];
  const empty = {
    customerName: ' ',
    customerEmail: '',
    customerPhone: '',
    pickupLocation: '',
    dropoffLocation: '',
    scheduledDate: '',
    scheduledTime: '',
  };

  expect(messagesOf({}).slice(0, 7)).toEqual(expected);
  expect([...new Set(messagesOf(empty))].slice(0, 3)).toEqual([contact, locations, dateAndTime]);
});

test.each([
  [{ customerEmail: 'robin@example' }, 'Please enter a valid email address.'],
  [{ customerPhone: 'ask me' }, 'Please enter a valid phone number.'],
  [{ scheduledDate: 'tomorrow' }, 'Please choose a valid date and time.'],
  [{ hours: 0.5 }, 'Please enter at least 1 hour for hourly booking.'],
  [{ rideType: 'rickshaw' }, 'Please choose a vehicle.'],
  [{ pickupLocation: 'x'.repeat(201) }, 'Please keep this to 200 characters.'],
  [{ specialRequests: 'x'.repeat(501) }, 'Please keep this to 500 characters.'],
  [{ passenger: { name: ' ', phone: '' } }, "Please enter the passenger's name."],
  [{ passenger: { name: 'Jo', phone: '' } }, "Please enter the passenger's phone number."],
  [{ flightNumber: 'Southwest' }, 'Please enter a flight number such as WN 1482.'],
  [{ stops: ['Sphere', ' '] }, 'Please enter where to stop.'],
  [{ stops: ['a', 'b', 'c', 'd'] }, 'Please add at most 3 stops.'],
])('a booking with %o is refused in plain words', (part, message) => {
  expect(messagesOf(part)).toContain(message);
});

test.each([
  ['WN 1482', 'WN 1482'],
  ['wn1482', 'WN 1482'],
  [' 9w 7 ', '9W 7'],
  ['b6 0123', 'B6 0123'],
])('the flight number %j is normalized to %j', (typed, written) => {
  expect(flightNumberSchema.parse(typed)).toBe(written);
});

test.each(['1482', '12 345', 'WN', 'WN 14825', 'W-1'])('%j is not a flight number', (typed) => {
  expect(flightNumberSchema.safeParse(typed).success).toBe(false);
});
