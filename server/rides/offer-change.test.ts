import { expect, test } from 'vitest';
import { rideRecord } from '../testing/ride-record.ts';
import { offerChange } from './offer-change.ts';

const accepted = { status: 'accepted' } as const;

test('a paid ride nobody has taken is an offer, however often it is announced', () => {
  const ride = rideRecord(['requested', 'paid']);

  expect(offerChange(ride)).toBe('added');
  expect(offerChange({ ...ride, publishedVersion: 2 })).toBe('added');
});

test('a ride with nothing to pay is an offer as well', () => {
  expect(offerChange(rideRecord(['requested', 'paid'], { paymentStatus: 'waived' }))).toBe('added');
});

test('an unpaid ride is no news for drivers, not even when it expires', () => {
  expect(offerChange(rideRecord(['requested'], { paymentStatus: 'pending' }))).toBeNull();
  const expired = rideRecord(['requested', 'cancelled'], { status: 'cancelled', paymentStatus: 'expired' });
  expect(offerChange(expired)).toBeNull();
});

test('an accepted offer is gone, once', () => {
  const ride = rideRecord(['requested', 'paid', 'accepted'], accepted);

  expect(offerChange(ride)).toBe('accepted');
  expect(offerChange({ ...ride, publishedVersion: 3 })).toBeNull();
});

test('an offer called off is gone', () => {
  const ride = rideRecord(['requested', 'paid', 'cancelled'], { status: 'cancelled' });

  expect(offerChange(ride)).toBe('cancelled');
});

test('an announcement makes up for the lost ones before it', () => {
  const changes = ['requested', 'paid', 'accepted', 'in_progress'] as const;
  const ride = rideRecord(changes, { status: 'in_progress', publishedVersion: 2 });

  expect(offerChange(ride)).toBe('accepted');
  expect(offerChange({ ...ride, publishedVersion: 3 })).toBeNull();
});

test('what took the offer away first is the reason', () => {
  const changes = ['requested', 'paid', 'accepted', 'cancelled'] as const;

  expect(offerChange(rideRecord(changes, { status: 'cancelled', publishedVersion: 1 }))).toBe('accepted');
});
