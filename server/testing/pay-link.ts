import { expect } from 'vitest';
import { payLinkSchema } from '#common/rides/pay-link-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { stripe } from '../infra/stripe.ts';
import { payLinkPath } from '../rides/charges/pay-link-token.ts';
import { visitor } from './as.ts';
import { payCheckout } from './buy-gift-card.ts';

/** Path of the calls of the payment link of a ride's latest charge. */
export const linkOf = ({ charges }: StaffRide) => `/api${payLinkPath(charges.at(-1)?.id ?? '')}`;

/** Returns the state that the link's page shows. */
export async function stateOf(ride: StaffRide) {
  const { status, body } = await visitor().get(linkOf(ride));
  expect(status, JSON.stringify(body)).toBe(200);
  return payLinkSchema.parse(body);
}

/** Opens the link's checkout. @returns the session id at Stripe */
export async function openLink(ride: StaffRide): Promise<string> {
  const { status, body } = await visitor().post(`${linkOf(ride)}/checkout`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { checkoutUrl: string }).checkoutUrl.split('/').at(-1) ?? '';
}

/** Pays the link. @returns the payment id at Stripe */
export async function payLink(ride: StaffRide): Promise<string> {
  const sessionId = await openLink(ride);
  await payCheckout({ sessionId, buyerEmail: 'payer@example.com' });
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  return `${session.payment_intent}`;
}
