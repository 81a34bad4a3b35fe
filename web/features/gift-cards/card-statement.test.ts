import { expect, test } from 'vitest';
import { statementRows } from './card-statement.tsx';
import { buildStatement } from './testing/build-statement.ts';

test('a statement says what the card was spent on, newest first', () => {
  expect(statementRows(buildStatement()).map(({ label, amountCents }) => [label, amountCents])).toEqual([
    ['Ride to Sphere', -5000],
    ['Returned, ride to Allegiant Stadium not taken', 9905],
    ['Ride to Allegiant Stadium', -9905],
    ['Ride to Bellagio', -15982],
    ['Gift card bought', 25000],
  ]);
});

test('its lines add up to the balance', () => {
  const statement = buildStatement();
  const sum = statementRows(statement).reduce((total, { amountCents }) => total + amountCents, 0);
  expect(sum).toBe(statement.balanceCents);
});

test('lines of the same moment can still be told apart', () => {
  const keys = statementRows(buildStatement()).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
