import { expect, test } from 'vitest';
import { rideRecord } from '../testing/ride-record.ts';
import { offerNews } from './offer-news.ts';

const accepted = { status: 'accepted' } as const;

test('a paid ride nobody has taken is an offer, however often it is announced', () => {
  const ride = rideRecord(['requested', 'paid']);

  expect(offerNews(ride)).toBe('added');
  expect(offerNews({ ...ride, announcedVersion: 2 })).toBe('added');
});

test('a ride with nothing to pay is an offer as well', () => {
  expect(offerNews(rideRecord(['requested', 'paid'], { paymentStatus: 'waived' }))).toBe('added');
});

test('an unpaid ride is no news for drivers, not even when it expires', () => {
  expect(offerNews(rideRecord(['requested'], { paymentStatus: 'pending' }))).toBeNull();
  const expired = rideRecord(['requested', 'cancelled'], { status: 'cancelled', paymentStatus: 'expired' });
  expect(offerNews(expired)).toBeNull();
});

test('an accepted offer is gone, once', () => {
  const ride = rideRecord(['requested', 'paid', 'accepted'], accepted);

  expect(offerNews(ride)).toBe('accepted');
  expect(offerNews({ ...ride, announcedVersion: 3 })).toBeNull();
});

test('an offer called off is gone', () => {
  const ride = rideRecord(['requested', 'paid', 'cancelled'], { status: 'cancelled' });

  expect(offerNews(ride)).toBe('cancelled');
});

test('an announcement makes up for the lost ones before it', () => {
  const changes = ['requested', 'paid', 'accepted', 'in_progress'] as const;
  const ride = rideRecord(changes, { status: 'in_progress', announcedVersion: 2 });

  expect(offerNews(ride)).toBe('accepted');
  expect(offerNews({ ...ride, announcedVersion: 3 })).toBeNull();
});

test('what took the offer away first is the reason', () => {
  const changes = ['requested', 'paid', 'accepted', 'cancelled'] as const;

  expect(offerNews(rideRecord(changes, { status: 'cancelled', announcedVersion: 1 }))).toBe('accepted');
});
