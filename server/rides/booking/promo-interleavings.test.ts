import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripe } from '../../infra/stripe.ts';
import { PromoModel } from '../../promos/promo-model.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { buildRequest, paymentIntentOf } from '../../testing/build-ride.ts';
import { newId } from '../../testing/new-id.ts';
import { findRideDifferences, payBack, refundsAtStripe } from '../../testing/pay-ride.ts';
import { setUpTestDatabase } from '../../testing/set-up-test-database.ts';
import { confirmPayment } from '../payment/confirm-payment.ts';
import { expireUnpaidRide } from '../payment/expire-unpaid-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { checkCard } from './check-card.ts';
import { requestRide } from './request-ride.ts';

setUpTestDatabase();

const ACCOUNTS = 3;
const CARDS = ['pm_card_visa', 'pm_card_mastercard'];

const act = fc.record({
  account: fc.nat(ACCOUNTS - 1),
  name: fc.constantFrom('ask' as const, 'pay' as const, 'confirm' as const, 'expire' as const),
  card: fc.constantFrom(...CARDS),
});
/** Acts of one round run concurrently; rounds run one after the other. */
const rounds = fc.array(fc.array(act, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 5 });

let booked = 0;
/** Books an unpaid ride with the code, for an account with a unique phone number. */
async function book(promoCodeId: string) {
  booked += 1;
  const customerPhone = `(702) 555-${3_000 + booked}`;
  const { ride, clientSecret } = await requestRide(
    buildRequest({ riderId: newId(), promoCodeId, customerPhone }),
    null,
  );
  return { rideId: ride.id, paymentIntentId: paymentIntentOf(clientSecret) };
}
type Booked = Awaited<ReturnType<typeof book>>;

const payAt = (id: string, card: string) =>
  stripe.paymentIntents.confirm(id, { payment_method: card, return_url: 'https://example.com/my-rides' });

async function perform({ rideId, paymentIntentId }: Booked, name: string, card: string): Promise<unknown> {
  switch (name) {
    case 'ask': {
      const { id } = await stripe.testHelpers.confirmationTokens.create({ payment_method: card });
      return checkCard(await findRide(rideId), id);
    }
    case 'pay':
      return payAt(paymentIntentId, card);
    case 'confirm':
      return confirmPayment(rideId);
    default:
      await RideModel.updateOne({ _id: rideId }, { payBy: new Date(0) });
      return expireUnpaidRide(rideId);
  }
}

/** Which card paid for a ride, and how much of the payment was kept after refunds. */
async function outcomeOf({ rideId, paymentIntentId }: Booked) {
  const { paymentStatus } = await payBack(rideId);
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['payment_method'] });
  const back = (await refundsAtStripe(paymentIntentId)).reduce((sum, cents) => sum + cents, 0);
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null;
  return { paymentStatus, card: method?.card?.brand, keptCents: intent.amount_received - back };
}

test('when several accounts use a promo code concurrently, each bank card gets the discount at most once', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (plan) => {
      const promo = await buildPromo({ perRider: 1 });
      const rides = await Promise.all(Array.from({ length: ACCOUNTS }, () => book(promo.id)));
      for (const round of plan) {
        await Promise.allSettled(
          round.flatMap(({ account, name, card }) => rides[account] && perform(rides[account], name, card)),
        );
      }
      // Confirms payments not read yet, as jobs do.
      for (const { rideId } of rides) await confirmPayment(rideId);
      const outcomes = await Promise.all(rides.map(outcomeOf));

      const paid = outcomes.filter(({ paymentStatus }) => paymentStatus === 'paid');
      expect(new Set(paid.map(({ card }) => card)).size).toBe(paid.length);
      for (const { paymentStatus, keptCents } of outcomes) {
        expect(keptCents > 0).toBe(paymentStatus === 'paid');
      }
      expect(await findRideDifferences()).toEqual([]);
      const unpaid = outcomes.filter(({ paymentStatus }) => paymentStatus === 'pending');
      expect((await PromoModel.findById(promo.id))?.uses).toBe(paid.length + unpaid.length);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
