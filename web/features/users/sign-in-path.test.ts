import { expect, test } from 'vitest';
import { signInPath } from './sign-in-path.ts';

test('the sign-in path contains the role and the path to return to', () => {
  expect(signInPath()).toBe('/sign-in');
  expect(signInPath({ role: 'driver', next: '/driver-rides' })).toBe(
    '/sign-in?role=driver&next=%2Fdriver-rides',
  );
});

test('the path to return to keeps its query, unless it contains a payment secret', () => {
  expect(signInPath({ next: '/driver?when=today' })).toBe('/sign-in?next=%2Fdriver%3Fwhen%3Dtoday');
  for (const secret of ['clientSecret', 'payment_intent_client_secret']) {
    const next = `/checkout?rideId=1&${secret}=pi_1_secret_2`;
    expect(signInPath({ next })).toBe('/sign-in?next=%2Fcheckout');
  }
});

test('a sign-in never returns to the sign-in, sign-up or home page', () => {
  expect(signInPath({ next: '/sign-up' })).toBe('/sign-in');
  expect(signInPath({ next: '/sign-in?role=driver&next=%2Fdriver' })).toBe('/sign-in');
  expect(signInPath({ next: '/?utm_source=mail' })).toBe('/sign-in');
});
