import { expect } from 'vitest';
import type { RequestRide } from '#common/rides/ride-request.ts';
import type { RequestedRide } from '#common/rides/rides-api.ts';
import { readStripeRecord } from '../payments/stripe-records.ts';
import { confirmPayment } from '../rides/payment/confirm-payment.ts';
import { findPaymentDifferences } from '../rides/payment/find-payment-differences.ts';
import { type RideDoc, RideModel } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { bookRide, buildReturnRequest, pay, paymentIntentOf } from './build-ride.ts';
import { buildRider } from './build-user.ts';
import { findRideDifferences } from './pay-ride.ts';

/** Books an unpaid return trip: $73.57 there, $87.25 back. */
export async function bookReturn(overrides: Partial<RequestRide> = {}) {
  const rider = await buildRider();
  const booked = await bookRide(rider, { ...buildReturnRequest({ riderId: rider.id }), ...overrides });
  const { ride, returnRide } = booked;
  if (!returnRide) throw new Error('no return ride');
  return { rider, booked, there: ride.id, back: returnRide.id };
}

/** Returns the payment statuses of rides. */
export const statusesOf = async (...ids: string[]) =>
  (await Promise.all(ids.map(findRide))).map(({ paymentStatus }) => paymentStatus);

/** Checks the payment as if an hour had passed, so that no change counts as in flight. */
export async function findOrderDifferences(clientSecret: string, ...ids: string[]) {
  for (const id of ids) {
    const ride = await RideModel.findById(id).lean<RideDoc>().orFail();
    const at = new Date(Date.now() - 3_600_000);
    await RideModel.updateOne({ _id: id }, { history: ride.history.map((entry) => ({ ...entry, at })) });
  }
  const payments = [await readStripeRecord(paymentIntentOf(clientSecret))];
  const found = await findPaymentDifferences({ payments, since: new Date(), isUser: async () => true });
  return [...found, ...(await findRideDifferences())].map(({ text }) => text);
}

/** Pays a return trip and confirms the payment. @returns the payment's id */
export async function settleOrder(booked: RequestedRide): Promise<string> {
  const id = await pay(booked);
  expect(await confirmPayment(booked.ride.id)).toBe('settled');
  return id;
}
