import { expect, test } from 'vitest';
import { promoSentence, promoState } from './format-promo.ts';

const NOW = new Date('2026-11-21T00:12:00Z');
const OPEN = {
  percent: 10,
  amountCents: null,
  validFrom: null,
  validUntil: null,
  weekdays: null,
  minimumFareCents: 0,
  minimumHours: null,
  firstRideOnly: false,
  perRider: null,
  totalCap: null,
};

test.each([
  [{}, '10% off rides.'],
  [
    {
      weekdays: [0, 4, 5, 6],
      minimumHours: 3,
      validFrom: '2026-12-01',
      validUntil: '2026-12-12',
      perRider: 1,
      totalCap: 200,
    },
    '10% off hourly rides of at least 3 hours from Thursday to Sunday, booked from Tue 1 Dec to Sat 12 Dec, once for each rider, 200 times in all.',
  ],
  [{ minimumHours: 1 }, '10% off hourly rides of at least 1 hour.'],
  [{ percent: null, amountCents: 2_500, firstRideOnly: true, perRider: 1 }, '$25 off a first ride.'],
  [
    { weekdays: [5, 1], validUntil: '2026-12-31' },
    '10% off rides on Monday and Friday, booked until Thu 31 Dec.',
  ],
  [
    { minimumFareCents: 80_000, validFrom: '2027-01-02' },
    '10% off rides for $800 or more, booked from Sat 2 Jan 2027 on.',
  ],
])('the terms %j are written as a sentence', (terms, sentence) => {
  expect(promoSentence({ ...OPEN, ...terms }, NOW)).toBe(sentence);
});

test.each([
  [{}, 'live'],
  [{ validFrom: '2026-12-01' }, 'to come'],
  [{ validUntil: '2026-11-20' }, 'live'],
  [{ validUntil: '2026-11-19' }, 'ended'],
  [{ validFrom: '2026-12-01', validUntil: '2026-11-20' }, 'ended'],
  [{ totalCap: 50, uses: 50 }, 'used up'],
])('the state of a promo code with %j is %s', (terms, state) => {
  expect(promoState({ ...OPEN, uses: 0, ...terms }, '2026-11-20')).toBe(state);
});
