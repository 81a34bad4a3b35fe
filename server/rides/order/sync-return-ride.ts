import { wasEverSettled } from '#common/rides/ride-states.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { readPayment } from '../../payments/stripe-payments.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import {
  paymentOwedBack,
  refundLatePayment,
  SETTLEABLE,
  settleRide,
  wasPaidLate,
} from '../payment/payment-outcomes.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { findOrder, type RideOrder, settledAs, shareOf } from './ride-order.ts';

/**
 * Makes the return ride of an order follow its first ride: settled, flagged or cancelled with it. After a
 * late payment the return ride's share is owed back. Called by every step that loads an order, so that the
 * next step completes what a crash interrupted. Idempotent.
 */
export async function syncReturnRide(order: RideOrder): Promise<void> {
  if (!order.returnRide) return;
  const firstRide = await findRide(order.firstRide.id);
  const returnRide = await findRide(order.returnRide.id);
  if (wasEverSettled(firstRide)) return settleWith(firstRide, returnRide);
  switch (firstRide.paymentStatus) {
    case 'flagged':
      return flag(returnRide);
    case 'expired':
    case 'refunded':
      return cancelWith(firstRide, returnRide);
  }
}

async function settleWith(firstRide: RideRecord, returnRide: RideRecord): Promise<void> {
  if (returnRide.paymentStatus !== 'pending' && returnRide.paymentStatus !== 'flagged') return;
  const paymentStatus = settledAs(returnRide);
  const { paymentIntentId, paidAt } = firstRide;
  await settleRide(returnRide.id, {
    guard: SETTLEABLE,
    patch: {
      paymentStatus,
      ...(paymentStatus === 'paid' &&
        paymentIntentId && { paymentIntentId, payment: (await readPayment(paymentIntentId)).card }),
      ...(paidAt && { paidAt: new Date(paidAt) }),
    },
    by: firstRide.history.find(({ change }) => change === 'paid')?.by,
  });
}

async function flag(returnRide: RideRecord): Promise<void> {
  await transitionRide({
    rideId: returnRide.id,
    change: 'flagged',
    by: WORKER,
    guard: { paymentStatus: 'pending' },
    patch: { paymentStatus: 'flagged' },
  });
}

async function cancelWith(firstRide: RideRecord, returnRide: RideRecord): Promise<void> {
  const { by, text } = firstRide.history.findLast(({ change }) => change === 'cancelled') ?? {};
  const { cancellation, paymentIntentId } = firstRide;
  const isOwed = wasPaidLate(firstRide) && shareOf(returnRide) > 0;
  await cancelUnpaidRide(returnRide.id, {
    guard: SETTLEABLE,
    ...(by && { by }),
    ...(text && { text }),
    patch: { cancellation, ...(isOwed && { paymentIntentId, ...paymentOwedBack() }) },
  });
  // For a return ride that was cancelled before the payment arrived.
  if (isOwed) await refundLatePayment(returnRide.id, paymentIntentId);
}

/**
 * Makes return rides follow that were left behind: the process that settled, flagged or cancelled their first
 * ride died, or Stripe did not answer it. One that fails does not keep the others back.
 *
 * @param before leaves out return rides booked later, whose first ride is probably being paid now
 * @throws EachAsyncMultiError when some could not follow
 */
export const syncWaitingReturnRides = (before: Date): Promise<void> =>
  RideModel.find({
    status: 'requested',
    paymentStatus: { $in: ['pending', 'flagged'] },
    'order.leg': 'back',
    createdAt: { $lt: before },
  })
    .lean<RideDoc>()
    .cursor()
    .eachAsync(async (doc) => syncReturnRide(await findOrder(toRideRecord(doc))), { continueOnError: true });
