import { expect, test } from 'vitest';
import { toInstant } from '../time.ts';
import { type RatesVersion, SEEDED_RATES } from './rates.ts';
import { acceptedRates, ratesAt } from './rates-at.ts';

const versionFrom = (effectiveFrom: string): RatesVersion => ({
  ...SEEDED_RATES,
  id: effectiveFrom,
  effectiveFrom,
});

const at = (date: string, time: string, seconds = 0): Date => {
  const instant = toInstant(date, time);
  if (!instant) throw new Error(`${date} ${time} is on no clock`);
  return new Date(instant.getTime() + seconds * 1_000);
};

test.each([
  ['in winter', '2026-12-01', '2026-12-01T08:00:00Z'],
  ['in summer', '2026-07-01', '2026-07-01T07:00:00Z'],
  // Clocks change at 2 AM on these days, so midnight is still in the old offset.
  ['on the day clocks go forward', '2027-03-14', '2027-03-14T08:00:00Z'],
  ['on the day after', '2027-03-15', '2027-03-15T07:00:00Z'],
  ['on the day clocks go back', '2026-11-01', '2026-11-01T07:00:00Z'],
  ['on the day after that', '2026-11-02', '2026-11-02T08:00:00Z'],
])('rates take effect at midnight in Las Vegas, %s', (_when, effectiveFrom, midnight) => {
  const versions = [SEEDED_RATES, versionFrom(effectiveFrom)] as const;
  const ms = Date.parse(midnight);

  expect(ratesAt(versions, new Date(ms - 1)).id).toBe('seeded');
  expect(ratesAt(versions, new Date(ms)).id).toBe(effectiveFrom);
});

test('the latest rates already in effect apply, and before all of them the first rates', () => {
  const versions = [SEEDED_RATES, versionFrom('2026-12-01'), versionFrom('2027-06-01')] as const;

  const ids = ['1969-12-31', '2026-11-30', '2026-12-01', '2027-05-31', '2027-06-01', '2099-01-01'].map(
    (date) => ratesAt(versions, at(date, '12:00')).id,
  );

  expect(ids).toEqual(['seeded', 'seeded', '2026-12-01', '2026-12-01', '2027-06-01', '2027-06-01']);
});

test('replaced rates are still accepted for half an hour', () => {
  const versions = [SEEDED_RATES, versionFrom('2026-12-01'), versionFrom('2026-12-02')];
  const acceptedId = (id: string, now: Date) => acceptedRates(versions, { id, now })?.id ?? null;

  expect(acceptedId('seeded', at('2026-11-30', '23:59'))).toBe('seeded');
  expect(acceptedId('seeded', at('2026-12-01', '00:29', 59))).toBe('seeded');
  expect(acceptedId('seeded', at('2026-12-01', '00:30'))).toBeNull();
  expect(acceptedId('2026-12-02', at('2027-12-01', '12:00'))).toBe('2026-12-02');
  expect(acceptedId('gone', at('2026-12-01', '00:00'))).toBeNull();
});

test('the next rates are accepted from one minute before they take effect', () => {
  const versions = [SEEDED_RATES, versionFrom('2026-12-01')];
  const acceptedId = (now: Date) => acceptedRates(versions, { id: '2026-12-01', now })?.id ?? null;

  expect(acceptedId(at('2026-11-30', '23:59'))).toBe('2026-12-01');
  expect(acceptedId(at('2026-11-30', '23:58', 59))).toBeNull();
});
