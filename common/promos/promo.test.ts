import { expect, test } from 'vitest';
import { type PromoTerms, promoProblem } from './promo.ts';

const TERMS: PromoTerms = {
  code: 'WEEKEND15',
  title: 'Weekend',
  description: 'Off rides.',
  badge: null,
  percent: 15,
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

/** Pickup on a Wednesday. */
const BOOKING = {
  fareCents: 20_000,
  today: '2026-11-20',
  scheduledDate: '2026-11-25',
  bookingType: 'hourly',
  hours: 3,
} as const;

test.each([
  [[6], 'Saturday'],
  [[0, 6], 'Sunday or Saturday'],
  [[5, 6, 0], 'Friday, Saturday or Sunday'],
])(
  'a promo code for the weekdays %j is refused on another day with the names of its days',
  (weekdays, days) => {
    expect(promoProblem({ ...TERMS, weekdays }, BOOKING)).toBe(`This promo code is for rides on ${days}`);
  },
);
