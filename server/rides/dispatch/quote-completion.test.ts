import { expect, test } from 'vitest';
import { buildRide } from '../../testing/build-ride.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import { quoteCompletion } from './quote-completion.ts';

setUpTestDatabase();

test('the completion quote’s refundable amount excludes earlier staff refunds and is zero on account', async () => {
  const adjustmentId = newId();
  const status = 'in_progress';
  const whole = await buildRide({ status });
  const adjusted = await buildRide({
    status,
    refunds: [
      { reason: 'adjustment', amountCents: 200_00, giftCardCents: 0, refundId: 're_hand', adjustmentId },
    ],
  });
  const onAccount = await buildRide({ status, paymentStatus: 'on_account' });

  const { totalCents } = whole.fare;
  const quotes = [whole, adjusted, onAccount].map((ride) => quoteCompletion(ride, new Date()));
  expect(quotes).toMatchObject([
    { paidCents: totalCents, refundableCents: totalCents, isOnAccount: false },
    { paidCents: totalCents, refundableCents: totalCents - 200_00, isOnAccount: false },
    { paidCents: totalCents, refundableCents: 0, isOnAccount: true },
  ]);
});
