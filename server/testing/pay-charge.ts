import { expect } from 'vitest';
import { stripe } from '../infra/stripe.ts';
import { type RideDoc, RideModel } from '../rides/ride-model.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { paymentIntentOf } from './build-ride.ts';

/** Path of the calls about a charge. */
const pathOf = (rideId: string, chargeId: string) => `/api/rides/${rideId}/charges/${chargeId}`;

/** Opens the payment of a charge, like its rider's page. Returns the payment's id. */
export async function openCharge(rider: UserRecord, rideId: string, chargeId: string): Promise<string> {
  const { status, body } = await as(rider).post(`${pathOf(rideId, chargeId)}/checkout`);
  expect(status, JSON.stringify(body)).toBe(200);
  return paymentIntentOf((body as { clientSecret: string }).clientSecret);
}

/** Pays an open payment at Stripe, like the form in the browser. */
export const payAtStripe = (paymentIntentId: string, card = 'pm_card_visa') =>
  stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: card,
    return_url: 'https://example.com/my-rides',
  });

/** Changes every charge of a ride in the database, for example its expiry. */
export async function changeCharges(rideId: string, change: Partial<RideDoc['charges'][number]>) {
  const { charges } = await RideModel.findById(rideId).lean<RideDoc>().orFail();
  await RideModel.updateOne({ _id: rideId }, { charges: charges.map((each) => ({ ...each, ...change })) });
}
