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

/** A further charge of $20 that was paid and refunded. */
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

/** A cancelled ride of $233.58, of which staff had refunded $50 by hand before. */
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

test('the email about an unaccepted ride states the refund of its charges and of what was not refunded before', async () => {
  const since = new Date();
  const owed = await buildCancelled({ refundOwed: { reason: 'not-accepted', since } });
  const charged = await buildCancelled({
    refundOwed: { reason: 'not-accepted', since },
    charges: [refundedCharge({ owedSince: since })],
  });

  expect(backIn(await composeNotAcceptedEmail(owed.id))).toEqual(['$183.58']);
  expect(backIn(await composeNotAcceptedEmail(charged.id))).toEqual(['$203.58']);
});

test('a cancellation email states the refund of a late payment, or that nothing was charged if nothing was paid', async () => {
  const { id: riderId } = await buildRider();
  const cancellation = { by: 'operations', feeCents: 0, reason: 'Closed' } as const;
  const unpaid = { riderId, status: 'cancelled', paymentStatus: 'expired', cancellation } as const;
  const refundOwed = { reason: 'paid-too-late', since: new Date() } as const;
  const readMail = async ({ id }: { id: string }) => JSON.stringify((await composeCancelledEmail(id))?.parts);

  const given = await readMail(await buildRide(unpaid));
  const flagged = await readMail(await buildRide({ ...unpaid, refundOwed }));
  const atStripe = await readMail(
    await buildRide({
      ...unpaid,
      history: (['requested', 'flagged', 'adjusted', 'cancelled'] as const).map((change) => ({
        change,
        at: new Date(),
      })),
    }),
  );

  expect(given).toContain('You have not been charged.');
  for (const mail of [flagged, atStripe]) {
    expect(mail).toContain('Your payment is refunded in full.');
    expect(mail).not.toContain('not been charged');
  }
});

/** All parts of an email, as text. */
const wordsIn = (content: Awaited<ReturnType<typeof composeCancelledEmail>>) =>
  JSON.stringify(content?.parts);

test('cancellation emails promise no refund that the card rejected, and say that support will write', async () => {
  const cancellation = { by: 'rider', feeCents: 0, reason: 'Plans changed' } as const;
  const refund = { reason: 'cancelled', amountCents: 183_58, giftCardCents: 0, refundId: null } as const;
  const refused = await buildCancelled({
    cancellation,
    refunds: [{ ...refund, failure: 'charge_disputed' }],
  });
  const inPart = await buildCancelled({
    cancellation,
    refunds: [{ ...refund, refundId: 're_end' }],
    charges: [refundedCharge({ failure: 'expired_or_canceled_card' })],
  });
  const unaccepted = await buildCancelled({
    refunds: [{ ...refund, reason: 'not-accepted', failure: 'charge_disputed' }],
  });

  expect(backIn(await composeCancelledEmail(refused.id))).toEqual([]);
  expect(wordsIn(await composeCancelledEmail(refused.id))).toContain(
    '$183.58 could not be sent back to Visa 4242. Our support team writes to you about it.',
  );
  expect(backIn(await composeCancelledEmail(inPart.id))).toEqual(['$183.58']);
  expect(wordsIn(await composeCancelledEmail(inPart.id))).toContain('$20.00 could not be sent back');
  expect(backIn(await composeNotAcceptedEmail(unaccepted.id))).toEqual([]);
  expect(wordsIn(await composeNotAcceptedEmail(unaccepted.id))).toContain('$183.58 could not be sent back');
  expect(wordsIn(await composeNotAcceptedEmail(unaccepted.id))).not.toContain('goes back');
});

test('a cancellation email promises no partial refund of a further charge that the card rejected', async () => {
  const [adjustmentId, charge] = [newId(), { ...refundedCharge({}), status: 'paid' as const }];
  const sums = { toCardCents: 15_00, toGiftCardCents: 0, chargeId: charge.id };
  const cause = { reason: 'Cancelled', by: 'Marquee', at: hourAgo, cause: 'cancellation' } as const;
  const ride = await buildCancelled({
    cancellation: { by: 'rider', feeCents: 5_00, reason: 'Plans changed' },
    charges: [charge],
    adjustments: [{ id: adjustmentId, ...sums, ...cause }],
    refunds: [
      {
        ...{ reason: 'adjustment', amountCents: 15_00, giftCardCents: 0, refundId: null },
        ...{ adjustmentId, chargeId: charge.id, failure: 'charge_disputed' },
      },
    ],
  });

  expect(backIn(await composeCancelledEmail(ride.id))).toEqual([]);
  expect(wordsIn(await composeCancelledEmail(ride.id))).toContain('$15.00 could not be sent back');
});

test('a cancellation email promises no refund of a late payment that the card rejected', async () => {
  const ride = await buildRide({
    riderId: (await buildRider()).id,
    status: 'cancelled',
    paymentStatus: 'expired',
    cancellation: { by: 'operations', feeCents: 0, reason: 'Closed' },
    refunds: [
      {
        ...{ reason: 'paid-too-late', amountCents: 90_00, giftCardCents: 0, refundId: null },
        failure: 'charge_disputed',
      },
    ],
  });

  expect(wordsIn(await composeCancelledEmail(ride.id))).toContain('$90.00 could not be sent back');
  expect(wordsIn(await composeCancelledEmail(ride.id))).not.toContain('goes back');
});

test('a cancellation email does not count a charge that was refunded before the cancellation', async () => {
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
