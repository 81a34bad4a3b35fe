import { wasEverSettled } from '#common/rides/ride-states.ts';
import { WORKER } from '../../audit-log/record-audit.ts';
import { readPayment } from '../../payments/stripe-payments.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { PAYABLE, refundLatePayment, settleRide, wasPaidLate } from '../payment/payment-outcomes.ts';
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
  if (!order.back) return;
  const lead = await findRide(order.lead.id);
  const back = await findRide(order.back.id);
  if (wasEverSettled(lead)) return settleWith(lead, back);
  switch (lead.paymentStatus) {
    case 'flagged':
      return flag(back);
    case 'expired':
    case 'refunded':
      return cancelWith(lead, back);
  }
}

async function settleWith(lead: RideRecord, back: RideRecord): Promise<void> {
  if (back.paymentStatus !== 'pending' && back.paymentStatus !== 'flagged') return;
  const paymentStatus = settledAs(back);
  const { paymentIntentId, paidAt } = lead;
  await settleRide(back.id, {
    guard: PAYABLE,
    patch: {
      paymentStatus,
      ...(paymentStatus === 'paid' &&
        paymentIntentId && { paymentIntentId, payment: (await readPayment(paymentIntentId)).card }),
      ...(paidAt && { paidAt: new Date(paidAt) }),
    },
    by: lead.history.find(({ change }) => change === 'paid')?.by,
  });
}

async function flag(back: RideRecord): Promise<void> {
  await transitionRide({
    rideId: back.id,
    change: 'flagged',
    by: WORKER,
    guard: { paymentStatus: 'pending' },
    patch: { paymentStatus: 'flagged' },
  });
}

async function cancelWith(lead: RideRecord, back: RideRecord): Promise<void> {
  const { by, text } = lead.history.findLast(({ change }) => change === 'cancelled') ?? {};
  await cancelUnpaidRide(back.id, {
    guard: PAYABLE,
    ...(by && { by }),
    ...(text && { text }),
    patch: { cancellation: lead.cancellation },
  });
  if (wasPaidLate(lead) && shareOf(back) > 0) await refundLatePayment(back.id, lead.paymentIntentId);
}

/**
 * Completes orders whose flagged payment was settled or refunded on the first ride only. Unpaid orders are
 * completed when they expire.
 */
export async function syncFlaggedReturnRides(): Promise<void> {
  const flagged = { paymentStatus: 'flagged', 'order.leg': 'back' } as const;
  for await (const doc of RideModel.find(flagged).lean<RideDoc[]>().cursor()) {
    await syncReturnRide(await findOrder(toRideRecord(doc)));
  }
}
