import { expect, test } from 'vitest';
import { statementRows } from './card-statement.tsx';
import { buildStatement } from './testing/build-statement.ts';

test('a gift card statement lists what the card was used for, newest first', () => {
  expect(statementRows(buildStatement()).map(({ label, amountCents }) => [label, amountCents])).toEqual([
    ['Ride to Sphere', -5000],
    ['Returned, ride to Allegiant Stadium not taken', 9905],
    ['Ride to Allegiant Stadium', -9905],
    ['Ride to Bellagio', -15982],
    ['Gift card bought', 25000],
  ]);
});

test('the lines of a gift card statement add up to the balance', () => {
  const statement = buildStatement();
  const sum = statementRows(statement).reduce((total, { amountCents }) => total + amountCents, 0);
  expect(sum).toBe(statement.balanceCents);
});

test('every line of a gift card statement has a unique key', () => {
  const keys = statementRows(buildStatement()).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('of two entries with the same time, the later entry of the ledger is listed first', () => {
  const at = '2026-11-06T18:00:00.000Z';
  const entries = buildStatement().entries.map((entry) => ({ ...entry, at }));

  expect(statementRows({ entries }).map(({ amountCents }) => amountCents)).toEqual([
    -5000, 9905, -9905, -15982, 25000,
  ]);
});
