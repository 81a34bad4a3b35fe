import { expect, test } from 'vitest';
import { orderDueCents } from './ride-money.ts';

test('the amount due for a booking does not change with an edit, and includes the return trip', () => {
  const [booked, edited] = [{ totalCents: 20_000 }, { totalCents: 25_000 }];

  expect(orderDueCents({ order: null, fare: booked, bookedFare: null })).toBe(20_000);
  expect(orderDueCents({ order: null, fare: edited, bookedFare: booked })).toBe(20_000);
  expect(orderDueCents({ order: { dueCents: 38_000 }, fare: edited, bookedFare: booked })).toBe(38_000);
});
