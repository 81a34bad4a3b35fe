import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { stripe } from '#server/infra/stripe.ts';
import { confirmBooking } from '#server/rides/booking/confirm-booking.ts';
import { openPayLink, readPayLink } from '#server/rides/charges/pay-link.ts';
import { payLinkPath } from '#server/rides/charges/pay-link-token.ts';
import { riderOf } from '#server/rides/ride-actors.ts';
import type { RideRecord } from '#server/rides/ride-model.ts';
import type { Card } from '../acts.ts';
import { NothingToDo } from './performance.ts';
import { world } from './the-world.ts';

/** Stripe's test cards: as a payment method, and as a number typed on its page. */
const CARDS: Record<Card, { method: string; number: string }> = {
  'good card': { method: 'pm_card_visa', number: '4242424242424242' },
  'declined card': { method: 'pm_card_visa_chargeDeclined', number: '4000000000000002' },
  'disputed card': { method: 'pm_card_createDispute', number: '4000000000000259' },
};

const paymentIntentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Confirms a payment, as the form on our page does. @returns its status */
export async function payIntent(clientSecret: string, card: Card = 'good card'): Promise<string> {
  const { status } = await stripe.paymentIntents.confirm(paymentIntentOf(clientSecret), {
    payment_method: CARDS[card].method,
    return_url: 'https://example.com/my-rides',
  });
  return status;
}

/** Pays a booking, or confirms one that costs nothing. @returns the result, in words */
export async function payBooking(ride: RideRecord, clientSecret: string | null, card: Card): Promise<string> {
  if (clientSecret === null) throw new NothingToDo('booked by phone');
  if (clientSecret !== NO_PAYMENT_REQUIRED) return payIntent(clientSecret, card);
  const { status, paymentStatus } = await confirmBooking(ride, riderOf(ride, null));
  return `${status}, ${paymentStatus}`;
}

/**
 * Opens the newest payment link mailed for a ride, pays on the provider's page, and returns to the link.
 *
 * @returns what the link shows then
 */
export async function payByLink({ charges }: RideRecord, card: Card): Promise<string> {
  const charge = charges.at(-1);
  if (!charge) throw new NothingToDo('no link was mailed');
  const token = payLinkPath(charge.id).split('/').at(-1) ?? '';
  const sessionId = (await openPayLink(token)).split('/').at(-1) ?? '';
  const { body } = await world().onStripeRequest({
    method: 'POST',
    path: `/sim/checkout/${sessionId}/pay`,
    headers: {
      authorization: 'Bearer pk_test_checkout',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': CARDS[card].number,
      'payment_method_data[card][exp_month]': '4',
      'payment_method_data[card][exp_year]': '2039',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': 'payer@example.com',
    }).toString(),
  });
  const { intent, error } = JSON.parse(body);
  return `${intent?.status ?? error?.code ?? error?.message}, the link says ${(await readPayLink(token)).state}`;
}

/** Submits evidence to a dispute, which decides it as in Stripe's test mode. @returns the final status */
export async function answerDispute(disputeId: string | null, outcome: 'won' | 'lost'): Promise<string> {
  if (disputeId === null) throw new NothingToDo('nothing is disputed');
  const evidence = { uncategorized_text: outcome === 'won' ? 'winning_evidence' : 'losing_evidence' };
  return (await stripe.disputes.update(disputeId, { evidence })).status;
}
