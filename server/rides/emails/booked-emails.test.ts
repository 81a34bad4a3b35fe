import { expect, test } from 'vitest';
import { buildRide } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import type { RideDoc } from '../ride-model.ts';
import { composeBookedEmail } from './booked-emails.ts';

setUpTestDatabase();

const HOUR_MS = 3_600_000;

/** The rows and totals about money in the booking email. */
async function moneyIn(overrides: Partial<RideDoc>): Promise<string[]> {
  const scheduledAt = new Date(Date.now() + 24 * HOUR_MS);
  const ride = await buildRide({ riderId: (await buildRider()).id, scheduledAt, ...overrides });
  const parts = (await composeBookedEmail(ride.id))?.parts ?? [];
  return parts.flatMap((part) => {
    if (part.kind === 'total') return `${part.label} ${part.amount}`;
    const isMoney = part.kind === 'rows' && part.rows.some(([label]) => label === 'Fare');
    return isMoney ? part.rows.map(([label, amount]) => `${label} ${amount}`) : [];
  });
}

test('the booking email lists a waived remainder, so that its amounts add up, and the total of a ride on account', async () => {
  const { fare } = await buildRide();
  const covered = { ...fare, giftCardCents: fare.fareCents - 30, totalCents: 0 };

  expect(await moneyIn({ fare: covered, paymentStatus: 'waived', payment: null })).toEqual([
    'Fare $233.58',
    'Gift card −$233.28',
    'Waived, under 50 cents −$0.30',
    'To pay $0.00',
  ]);
  expect(await moneyIn({ fare: { ...fare, totalCents: 0 }, paymentStatus: 'on_account' })).toEqual([
    'On account $233.58',
  ]);
});
