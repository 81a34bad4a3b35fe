import { expect, test } from 'vitest';
import { buildDriverRide, buildOffer, NOW } from '#web/testing/build-ride.ts';
import { overlapOf } from '../driver/offer-overlap.ts';
import type { CompleteQuestion } from './drive-question.ts';
import { numberInWords, spokenCompletion, spokenPickup, spokenRequest, timeInWords } from './spoken.ts';

const wynnToLas = buildDriverRide({
  pickupLocation: 'Wynn Las Vegas, 3131 S Las Vegas Blvd',
  dropoffLocation: 'Harry Reid International Airport, Terminal 3',
  scheduledTime: '19:30',
});

test.each([
  [0, 'zero'],
  [14, 'fourteen'],
  [40, 'forty'],
  [42, 'forty-two'],
  [130, 'one hundred thirty'],
  [1_207, 'one thousand two hundred seven'],
])('the number %i is spoken as “%s”', (number, words) => {
  expect(numberInWords(number)).toBe(words);
});

test.each([
  ['18:30', 'six thirty'],
  ['19:00', 'seven'],
  ['00:05', 'twelve oh five'],
  ['12:45', 'twelve forty-five'],
])('the time %s is spoken as “%s”', (time, words) => {
  expect(timeInWords(time)).toBe(words);
});

test('a request is spoken with its pay, time, place, and until when the driver is free', () => {
  const offer = buildOffer({ driverShare: '$130.32' });
  expect(spokenRequest(offer, overlapOf(offer, [wynnToLas]), NOW)).toBe(
    'New request. One hundred thirty dollars. Six thirty PM. Airport, Terminal 1. You are free until seven thirty.',
  );
});

test('an overlap is spoken before the request', () => {
  const offer = buildOffer({
    driverShare: '$459.08',
    scheduledTime: '18:45',
    hours: 3,
    bookingType: 'hourly',
    pickupLocation: 'The Cosmopolitan of Las Vegas, 3708 S Las Vegas Blvd',
  });
  expect(spokenRequest(offer, overlapOf(offer, [wynnToLas]), NOW)).toBe(
    'Careful, this overlaps Wynn to LAS at seven thirty. New request. Four hundred fifty-nine dollars. Six forty-five PM, three hours. Cosmopolitan.',
  );
});

test('a request on another day is spoken with that day', () => {
  const offer = buildOffer({ scheduledDate: '2026-11-21', scheduledTime: '07:15', hours: 2.5 });
  expect(spokenRequest(offer, overlapOf(offer, []), NOW)).toContain(
    'Tomorrow, seven fifteen AM, two and a half hours.',
  );
  expect(spokenPickup(buildOffer({ scheduledDate: '2026-11-27' }), NOW)).toBe(
    'Airport, Terminal 1. Friday, November twenty-seven, six thirty PM.',
  );
});

const asked: CompleteQuestion = {
  kind: 'complete',
  rideId: wynnToLas.id,
  version: 3,
  quote: {
    ...{ paidCents: 10_100, fareCents: 10_000, baseCents: 8_000, gratuityCents: 1_000, waitingCents: 0 },
    usedHours: 0.5,
    byHours: [
      { hours: 0.5, fareCents: 6_000 },
      { hours: 1, fareCents: 10_000 },
    ],
  },
  hours: 0.5,
  isSettled: false,
  changes: 0,
};

test('completion is spoken with the hours used, the refund and, once settled, the driver’s share', () => {
  expect(spokenCompletion(asked, 'Alex')).toBe(
    'Hours used. Half an hour. Of one hour. Alex gets back forty-one dollars.',
  );
  expect(spokenCompletion({ ...asked, hours: 1, isSettled: true }, 'Alex')).toBe(
    'Complete? One hour. Alex gets back one dollar. Your share is seventy-four dollars.',
  );
  const quote = { ...asked.quote, paidCents: 10_000, usedHours: null, byHours: [] };
  expect(spokenCompletion({ ...asked, quote, hours: null, isSettled: true }, 'Alex')).toBe(
    'Complete? Your share is seventy-four dollars.',
  );
});
