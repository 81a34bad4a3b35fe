import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { formatDollars } from '../money.ts';
import { cancellationSchema } from './cancel-api.ts';
import { reasonSchema } from './reason.ts';
import {
  cancellationSumsSchema,
  DISPATCHER_LIMIT_CENTS,
  MAX_CHARGE_CENTS,
  staffCancelsForSchema,
} from './ride-money.ts';
import { requestRideSchema } from './ride-request.ts';
import { staffRideSchema } from './staff-ride.ts';

const DISPATCHER_LIMIT = formatDollars(DISPATCHER_LIMIT_CENTS);

export const readCancellation = endpoint({
  method: 'GET',
  path: '/api/ops/rides/:rideId/cancellation',
  summary: 'Quotes the cancellation of a ride by staff.',
  who: 'dispatcher',
  query: z.object({ by: staffCancelsForSchema }),
  reply: cancellationSchema,
  errors: ['RIDE_STATE_CONFLICT'],
});

export const cancelRide = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/cancel',
  summary:
    'Cancels a requested or accepted ride, keeps the fee that was shown, and refunds the rest. The rider gets an email.',
  who: 'dispatcher',
  body: z.object({
    /** The version of the ride that the caller saw. */
    version: z.int(),
    by: staffCancelsForSchema,
    reason: reasonSchema,
    /** The amounts that the caller saw. */
    expected: cancellationSumsSchema,
  }),
  reply: staffRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED', 'FEE_CHANGED', 'PAYMENT_PROVIDER'],
});

export const adjustRide = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/adjust',
  summary: `Refunds part of a ride's payment, or adds a charge, for which the customer gets a payment link. Dispatchers up to ${DISPATCHER_LIMIT} a ride.`,
  who: 'dispatcher',
  body: z.object({
    version: z.int(),
    kind: z.enum(['refund', 'charge']),
    amountCents: z
      .int('Please enter an amount.')
      .check(z.minimum(1, 'Please enter an amount.'), z.maximum(MAX_CHARGE_CENTS, 'That is too much.')),
    /** Shown to the customer if it is a charge. */
    reason: reasonSchema,
  }),
  reply: staffRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED', 'IDEMPOTENCY_KEY_REUSED'],
  takesIdempotencyKey: true,
});

/** A final fare set by staff. The server caps it at the fare. */
const finalFareSchema = z
  .int('Please enter the final fare.')
  .check(z.minimum(0, 'Please enter the final fare.'));

/** The minutes of waiting to charge, at most those recorded. Default: all of these. */
const waitingMinutesSchema = z.optional(z.int().check(z.minimum(0)));

export const completeForDriver = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/complete',
  summary: `Completes a ride in progress on behalf of its driver, for the amount paid or less. The rest is refunded and the rider gets the receipt. Dispatchers may refund up to ${DISPATCHER_LIMIT} a ride.`,
  who: 'dispatcher',
  body: z.object({
    /** The version of the ride that the caller saw. */
    version: z.int(),
    finalFareCents: finalFareSchema,
    waitingMinutes: waitingMinutesSchema,
    reason: reasonSchema,
  }),
  reply: staffRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED'],
});

export const decideFare = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/final-fare',
  summary: `Confirms a final fare below half of the amount paid, or half an hour of waiting, or sets others. Refund and driver’s share follow from it. Dispatchers may refund up to ${DISPATCHER_LIMIT} a ride.`,
  who: 'dispatcher',
  body: z.object({
    /** The version of the ride that the caller saw. */
    version: z.int(),
    finalFareCents: finalFareSchema,
    waitingMinutes: waitingMinutesSchema,
    /** Why final fare or waiting differ from the driver's. */
    reason: z.optional(reasonSchema),
  }),
  reply: staffRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED'],
});

export const withdrawCharge = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/charges/:chargeId/withdraw',
  summary: 'Withdraws a charge: its link stops working, and a payment is refunded in full.',
  who: 'dispatcher',
  body: z.object({ version: z.int(), reason: reasonSchema }),
  reply: staffRideSchema,
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER'],
});

export const sendPaymentLink = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/payment-link',
  summary: 'Emails the payment link of an open charge to the customer again.',
  who: 'dispatcher',
  /** Without `chargeId`, sends the links of all open charges. */
  body: z.object({ chargeId: z.optional(idSchema) }),
  reply: z.object({ sentTo: z.string() }),
  errors: ['RIDE_STATE_CONFLICT'],
  limit: { name: 'send-payment-link', times: 30, windowSeconds: 600, per: 'user' },
});

/** How a ride booked by phone is paid: by a mailed link, or later on the customer's account. */
const phonePaymentSchema = z.enum(['link', 'account']);

/**
 * A booking taken by phone. The email address identifies the customer's account, which is created if missing.
 */
export const bookByPhoneSchema = z.object({
  ...z.omit(requestRideSchema, { riderId: true, promoCodeId: true, giftCardId: true, returnTrip: true })
    .shape,
  payment: phonePaymentSchema,
});
export type BookByPhone = z.infer<typeof bookByPhoneSchema>;

export const bookByPhone = endpoint({
  method: 'POST',
  path: '/api/ops/rides',
  summary:
    'Books a ride for a customer on the phone: held until its emailed link is paid, or settled at once on account.',
  who: 'dispatcher',
  body: bookByPhoneSchema,
  reply: staffRideSchema,
  statuses: [201],
  errors: [
    'EMAIL_TAKEN',
    'EMAIL_NOT_CONFIRMED',
    'RATES_CHANGED',
    'IDEMPOTENCY_KEY_REUSED',
    'FULLY_BOOKED',
    'PAYMENT_PROVIDER',
  ],
  takesIdempotencyKey: true,
});
