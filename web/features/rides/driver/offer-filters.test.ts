// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOffer, NOW } from '#web/testing/build-ride.ts';
import {
  clearOfferFilters,
  countFilters,
  inOrder,
  meetsFilters,
  NO_FILTERS,
  type OfferFilters,
  setOfferFilters,
  useOfferFilters,
} from './offer-filters.ts';

const wants = (filters: Partial<OfferFilters>, offer: Parameters<typeof buildOffer>[0]) =>
  meetsFilters(buildOffer(offer), { ...NO_FILTERS, ...filters }, NOW);

beforeEach(() => localStorage.clear());

test.each([
  ['today', '2026-11-20', true],
  ['today', '2026-11-21', false],
  ['tomorrow', '2026-11-21', true],
  ['week', '2026-11-26', true],
  ['week', '2026-11-27', false],
  ['any', '2027-05-01', true],
] as const)('the day filter “%s” accepts a pickup on %s: %s', (day, scheduledDate, isWanted) => {
  expect(wants({ day }, { scheduledDate })).toBe(isWanted);
});

test.each([
  ['airport', 'Harry Reid International Airport, Terminal 1', true],
  ['airport', 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd', false],
  ['strip', 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd', true],
  ['strip', 'Fremont Street Experience, 425 Fremont St', false],
  ['downtown', 'Golden Nugget, 129 Fremont St', true],
  ['downtown', 'Downtown Summerlin, 1980 Festival Plaza Dr', false],
] as const)('the area filter “%s” accepts a pickup at %s: %s', (area, pickupLocation, isWanted) => {
  expect(wants({ area }, { pickupLocation })).toBe(isWanted);
});

test('excluded vehicle kinds are hidden, and all other kinds are shown', () => {
  expect(wants({ withoutKinds: ['lux-suv'] }, {})).toBe(false);
  expect(wants({ withoutKinds: ['lux-suv'] }, { rideType: 'lux-sedan' })).toBe(true);
});

test('offers are sorted by pickup time or by pay', () => {
  const [late, soon] = [
    buildOffer({ scheduledDate: '2026-11-23', driverShare: '$952.10' }),
    buildOffer({ driverShare: '$109.38' }),
  ];
  expect(inOrder([late, soon], 'soonest', (each) => each)).toEqual([soon, late]);
  expect(inOrder([soon, late], 'best-pay', (each) => each)).toEqual([late, soon]);
});

test('filters are counted without the order, restored after a reload, and cleared without the order', async () => {
  setOfferFilters({ day: 'today', area: 'strip', order: 'best-pay' });
  expect(countFilters(useOfferFilters.getState())).toBe(2);
  vi.resetModules();
  const afterReload = await import('./offer-filters.ts');
  expect(afterReload.useOfferFilters.getState()).toMatchObject({ day: 'today', area: 'strip' });

  clearOfferFilters();
  expect(useOfferFilters.getState()).toEqual({ ...NO_FILTERS, order: 'best-pay' });
});

test('stored filters that are not valid are ignored', async () => {
  localStorage.setItem('offer-filters', '{"day":"yesterday"}');
  vi.resetModules();
  const fresh = await import('./offer-filters.ts');
  expect(fresh.useOfferFilters.getState()).toEqual(NO_FILTERS);
});
