import { expect } from 'vitest';
import type { RequestRide } from '#common/rides/ride-request.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import { NO_PAYMENT_REQUIRED } from '#common/rides/rides-api.ts';
import { type StaffRide, staffRideSchema } from '#common/rides/staff-ride.ts';
import { stripe } from '../infra/stripe.ts';
import { findPromoDifferences } from '../promos/find-promo-differences.ts';
import { refundCharge } from '../rides/charges/refund-charge.ts';
import { confirmPayment } from '../rides/payment/confirm-payment.ts';
import { findHoldDifferences } from '../rides/payment/find-hold-differences.ts';
import { findRideMoneyDifferences } from '../rides/payment/find-ride-money-differences.ts';
import { refundAdjustment, refundRide } from '../rides/payment/refund-ride.ts';
import type { RideRecord } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { bookRide, confirmCovered, pay, paymentIntentOf } from './build-ride.ts';
import type { Reply } from './test-client.ts';

/** Books a ride through the API and pays it at Stripe, if anything is due. */
export async function bookPaidRide(
  rider: UserRecord,
  overrides: Partial<RequestRide> = {},
): Promise<RideRecord> {
  return payAndConfirm(await bookRide(rider, overrides));
}

/** Pays a booked ride at Stripe and confirms that payment, or the booking if nothing is due. */
export async function payAndConfirm(booked: RequestedRide): Promise<RideRecord> {
  if (booked.clientSecret === NO_PAYMENT_REQUIRED) return confirmCovered(booked);
  await pay(booked);
  expect(await confirmPayment(booked.ride.id)).toBe('settled');
  return findRide(booked.ride.id);
}

/** Reports a payment as successful, like the browser. @param paymentIntentId default: the ride's payment */
export const claimPaid = (
  rider: UserRecord,
  { ride, clientSecret }: RequestedRide,
  paymentIntentId = paymentIntentOf(clientSecret),
): Promise<Reply> =>
  as(rider).post(`/api/rides/${ride.id}/payment-success`, { paymentIntentId, riderId: rider.id });

/** Makes all refunds that a ride owes, like the worker. The two kinds of refund can run in either order. */
export async function payBack(rideId: string, { areAdjustmentsFirst = false } = {}): Promise<RideRecord> {
  const { refundOwed, adjustments, charges } = await findRide(rideId);
  const forItsEnd = async () => {
    if (refundOwed) await refundRide(rideId, refundOwed.reason);
  };
  const forAdjustments = async () => {
    for (const { id: adjustmentId, owedSince } of adjustments) {
      if (owedSince) await refundAdjustment({ rideId, adjustmentId });
    }
  };
  const inOrder = areAdjustmentsFirst ? [forAdjustments, forItsEnd] : [forItsEnd, forAdjustments];
  for (const makeRefunds of inOrder) await makeRefunds();
  for (const { id, owedSince } of charges) if (owedSince) await refundCharge(id);
  return findRide(rideId);
}

/** Returns the refunds that Stripe made of a payment, in cents, oldest first. */
export async function refundsAtStripe(paymentIntentId: string | null): Promise<number[]> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId ?? '' });
  return data.map(({ amount }) => amount).toReversed();
}

/** Returns the ride in a reply to staff. */
export function staffRideIn({ status, body }: Reply): StaffRide {
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return staffRideSchema.parse(body);
}

/** Checks promos, holds and ride money. Leaves out gift cards, since those of tests were never bought. */
export const findRideDifferences = async () => [
  ...(await findPromoDifferences()),
  ...(await findHoldDifferences()),
  ...(await findRideMoneyDifferences()),
];
