import { expect, test } from 'vitest';
import { describeStoredData } from './personal-data.ts';

const rows = describeStoredData();
const periodOf = (title: string) => rows.find((row) => row.title === title)?.period;

test('only data that is deleted with the account is said to be stored as long as the account exists', () => {
  const ends = rows.filter(({ period }) => period === 'As long as you have an account');

  expect(ends.length).toBeGreaterThan(0);
  expect(new Set(ends.map(({ onDeletion }) => onDeletion))).toEqual(new Set(['deleted']));
});

test('data without a period that outlives the account is said to be stored indefinitely', () => {
  const stripped = 'Indefinitely; without your name and contact info once you delete your account';

  expect(periodOf('Promo codes used')).toBe(stripped);
  expect(periodOf('Gift cards')).toBe(stripped);
  expect(periodOf('Emails we sent')).toBe('Indefinitely');
});

test('a period in days is given in years where it has whole years', () => {
  expect(periodOf('Ride history')).toBe('7 years after the ride');
  expect(periodOf('Log of who did what')).toBe('400 days after the action');
  expect(periodOf('Password reset links')).toBe('1 day after they end');
});
