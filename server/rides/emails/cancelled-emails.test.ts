import { expect, test } from 'vitest';
import { buildRide } from '../../testing/build-ride.ts';
import { buildRider } from '../../testing/build-user.ts';
import { newId } from '../../testing/new-id.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import type { RideDoc } from '../ride-model.ts';
import { composeCancelledEmail, composeNotAcceptedEmail } from './cancelled-emails.ts';

setUpTestDatabase();

const HOUR_MS = 3_600_000;
const hourAgo = new Date(Date.now() - HOUR_MS);

/** A further charge of $20 that was paid and given back. */
const refundedCharge = (overrides: Partial<RideDoc['charges'][number]>): RideDoc['charges'][number] => ({
  id: newId(),
  kind: 'adjustment',
  amountCents: 20_00,
  status: 'refunded',
  reason: 'A stop',
  at: hourAgo,
  paidAt: hourAgo,
  paymentIntentId: 'pi_charge',
  refundId: null,
  ...overrides,
});

/** A paid ride of $233.58 that is cancelled, of which staff had refunded $50 by hand before. */
async function buildCancelled(overrides: Partial<RideDoc>) {
  const adjustmentId = newId();
  const sums = { toCardCents: 50_00, toGiftCardCents: 0 };
  return buildRide({
    riderId: (await buildRider()).id,
    status: 'cancelled',
    paymentStatus: 'paid',
    adjustments: [{ id: adjustmentId, ...sums, reason: 'Late', by: 'Dana', at: hourAgo }],
    refunds: [
      { reason: 'adjustment', amountCents: 50_00, giftCardCents: 0, refundId: 're_hand', adjustmentId },
    ],
    ...overrides,
  });
}

const backIn = (content: Awaited<ReturnType<typeof composeNotAcceptedEmail>>) =>
  content?.parts.flatMap((part) => (part.kind === 'total' ? part.amount : []));

test('a ride that no driver accepted gives back what had not gone back before, and its charges', async () => {
  const since = new Date();
  const owed = await buildCancelled({ refundOwed: { reason: 'not-accepted', since } });
  const charged = await buildCancelled({
    refundOwed: { reason: 'not-accepted', since },
    charges: [refundedCharge({ owedSince: since })],
  });

  expect(backIn(await composeNotAcceptedEmail(owed.id))).toEqual(['$183.58']);
  expect(backIn(await composeNotAcceptedEmail(charged.id))).toEqual(['$203.58']);
});

test('who paid an amount that did not fit is told that it goes back, and who paid nothing that nothing was charged', async () => {
  const { id: riderId } = await buildRider();
  const cancellation = { by: 'operations', feeCents: 0, reason: 'Closed' } as const;
  const unpaid = { riderId, status: 'cancelled', paymentStatus: 'expired', cancellation } as const;
  const refundOwed = { reason: 'paid-too-late', since: new Date() } as const;
  const readMail = async ({ id }: { id: string }) => JSON.stringify((await composeCancelledEmail(id))?.parts);

  const given = await readMail(await buildRide(unpaid));
  const flagged = await readMail(await buildRide({ ...unpaid, refundOwed }));

  expect(given).toContain('You have not been charged.');
  expect(flagged).toContain('What you paid goes back whole.');
  expect(flagged).not.toContain('not been charged');
});

test('what was withdrawn before a ride was cancelled is not said to go back by that', async () => {
  const ride = await buildCancelled({
    cancellation: { by: 'rider', feeCents: 0, reason: 'Plans changed' },
    refundOwed: {
      reason: 'cancelled',
      since: new Date(),
      sums: { toCardCents: 183_58, toGiftCardCents: 0 },
    },
    charges: [
      refundedCharge({ refundedAt: hourAgo, refundId: 're_before' }),
      refundedCharge({ owedSince: new Date() }),
    ],
  });

  expect(backIn(await composeCancelledEmail(ride.id))).toEqual(['$203.58']);
});
