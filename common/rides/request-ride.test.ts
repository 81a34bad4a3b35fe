import { expect, test } from 'vitest';
import { requestRideSchema } from './request-ride.ts';

const messagesOf = (request: object): string[] =>
  (requestRideSchema.safeParse(request).error?.issues ?? []).map(({ message }) => message);

test('what a booking leaves out is refused in the words and the order of the form', () => {
  const contact = 'Please enter your name, email, and phone number.';
  const locations = 'Please enter both pickup and drop-off locations.';
  const dateAndTime = 'Please select both date and time for your ride.';
  const wanted = [contact, contact, contact, locations, locations, dateAndTime, dateAndTime];
  const empty = {
    customerName: ' ',
    customerEmail: '',
    customerPhone: '',
    pickupLocation: '',
    dropoffLocation: '',
    scheduledDate: '',
    scheduledTime: '',
  };

  expect(messagesOf({}).slice(0, 7)).toEqual(wanted);
  expect([...new Set(messagesOf(empty))].slice(0, 3)).toEqual([contact, locations, dateAndTime]);
});

test.each([
  [{ customerEmail: 'robin@example' }, 'Please enter a valid email address.'],
  [{ customerPhone: 'ask me' }, 'Please enter a valid phone number.'],
  [{ scheduledDate: 'tomorrow' }, 'Please choose a real date and time.'],
  [{ hours: 0.5 }, 'Please enter at least 1 hour for hourly booking.'],
  [{ rideType: 'rickshaw' }, 'Please choose a vehicle.'],
  [{ pickupLocation: 'x'.repeat(201) }, 'Please keep this to 200 characters.'],
  [{ specialRequests: 'x'.repeat(501) }, 'Please keep this to 500 characters.'],
])('%o is refused in plain words', (part, message) => {
  expect(messagesOf(part)).toContain(message);
});
