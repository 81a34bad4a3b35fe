import { expect, test } from 'vitest';
import { buildPricing } from '#web/testing/build-pricing.ts';
import { buildPromo } from '../testing/build-codes.ts';
import { buildDraft } from '../testing/build-draft.ts';
import { dayAfterKey, nearestCheaperDay, priceDays, rateSpans } from './price-days.ts';

const TODAY = '2026-11-20';
const NOW = new Date('2026-11-21T00:12:00Z');
const GRAND_PRIX = [
  { date: '2026-11-20', tier: 'special-event', name: 'Grand Prix' },
  { date: '2026-11-21', tier: 'special-event', name: 'Grand Prix' },
] as const;
const pricing = buildPricing({ surgeCalendar: GRAND_PRIX });
const transfer = buildDraft({
  bookingType: 'point-to-point',
  pickupLocation: 'Harry Reid International Airport, Terminal 1',
  scheduledDate: '2026-11-27',
});
const pricesOf = (draft = transfer) =>
  priceDays(draft, pricing, TODAY).map(({ fareCents }) => fareCents && Math.round(fareCents / 100));

test('each day from today on has the estimated fare of that day', () => {
  expect(pricesOf()).toEqual([113, 113, 99, 85, 85, 85, 85, 99, 99, 99, 85, 85, 85, 85]);
});

test('a promo code does not change the compared prices', () => {
  expect(pricesOf({ ...transfer, promo: buildPromo() })).toEqual(pricesOf());
});

test('price bars are proportional: an event fills the bar, and a standard day has no raised part', () => {
  const [event, , weekend, standard] = priceDays(transfer, pricing, TODAY);
  expect((event?.standardShare ?? 0) + (event?.raisedShare ?? 0)).toBe(1);
  expect(event?.standardShare).toBe(standard?.standardShare);
  expect(weekend?.raisedShare).toBeCloseTo((event?.raisedShare ?? 0) / 2, 2);
  expect(standard?.raisedShare).toBe(0);
});

test('an incomplete form has bars without prices', () => {
  const days = priceDays(buildDraft({ pickupLocation: '', hours: '' }), pricing, TODAY);
  expect(days.map(({ fareCents }) => fareCents)).toEqual(Array(14).fill(null));
  expect(days[0]?.standardShare).toBeGreaterThan(0);
});

test.each([
  ['', TODAY],
  ['2026-11-19', TODAY],
  ['2026-12-03', TODAY],
  ['2026-12-04', '2026-12-04'],
  ['2026-12-25', '2026-12-18'],
  ['2031-01-01', TODAY],
])('for the pickup date “%s” the strip begins at %s', (scheduledDate, first) => {
  expect(priceDays({ ...transfer, scheduledDate }, pricing, TODAY)[0]?.date).toBe(first);
});

test('consecutive days with the same rate share a label; a weekend cut short by an event has none', () => {
  expect(rateSpans(priceDays(transfer, pricing, TODAY))).toMatchObject([
    { name: 'Grand Prix', days: 2 },
    { name: null, days: 1 },
    { name: null, days: 4 },
    { name: 'Weekend', days: 3 },
    { name: null, days: 4 },
  ]);
});

const cheaper = (change: Partial<typeof transfer> = {}) => {
  const draft = { ...transfer, ...change };
  return nearestCheaperDay(priceDays(draft, pricing, TODAY), draft, NOW);
};

test('the nearest cheaper day is offered with what it saves', () => {
  expect(cheaper()).toEqual({ date: '2026-11-26', savedCents: 1368 });
  expect(cheaper({ scheduledDate: '2026-11-29' })?.date).toBe('2026-11-30');
});

test('of two equally near days the cheaper is offered', () => {
  const calendar = [{ date: '2026-11-30', tier: 'special-event', name: 'Fight' }] as const;
  const draft = { ...transfer, scheduledDate: '2026-11-30' };
  const days = priceDays(draft, buildPricing({ surgeCalendar: calendar }), TODAY);
  expect(nearestCheaperDay(days, draft, NOW)?.date).toBe('2026-12-01');
});

test.each([
  ['nothing is cheaper', { scheduledDate: '2026-11-24' }],
  ['no day is chosen', { scheduledDate: '' }],
  ['no fare is known', { dropoffLocation: '' }],
])('no cheaper day is offered when %s', (_case, change) => {
  expect(cheaper(change)).toBeNull();
});

const days = priceDays(transfer, pricing, TODAY);

test.each([
  ['ArrowRight', 14, '2026-11-28'],
  ['ArrowLeft', 14, '2026-11-26'],
  ['ArrowDown', 14, '2026-11-28'],
  ['ArrowDown', 7, '2026-12-04'],
  ['ArrowUp', 7, '2026-11-20'],
  ['Home', 7, '2026-11-20'],
  ['End', 7, '2026-12-03'],
  ['Tab', 7, null],
])('the key %s with %i days per row moves the choice to %s', (key, columns, date) => {
  expect(dayAfterKey(key, { from: '2026-11-27', days, columns, today: TODAY })).toBe(date);
});

test('no key moves the choice before today', () => {
  expect(dayAfterKey('ArrowUp', { from: '2026-11-22', days, columns: 7, today: TODAY })).toBe('2026-11-22');
});
