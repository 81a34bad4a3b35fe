import * as z from 'zod/mini';
import { idSchema } from './id.ts';

/** Why money goes back, once per reason and ride. */
export const refundReasonSchema = z.enum(['cancelled', 'paid-too-late', 'completed-for-less']);
export type RefundReason = z.infer<typeof refundReasonSchema>;

const rideJob = z.object({ rideId: idSchema });

/**
 * Every job by name, with its payload: ids only, the rest is read when it runs. Each may run twice and leave the same behind.
 *
 * - `confirm-payment`: reads the ride's payment at Stripe; settles, flags or refunds the ride.
 * - `expire-unpaid-ride`: 30 minutes after the request; cancels payment and ride, releases holds.
 * - `refund-ride`: gives back what is owed for one reason.
 * - `repair-announcements`: every second; announces changes that a crash swallowed.
 */
export const JOBS = {
  'confirm-payment': rideJob,
  'expire-unpaid-ride': rideJob,
  'refund-ride': z.object({ rideId: idSchema, reason: refundReasonSchema }),
  'repair-announcements': z.object({}),
} as const;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]>;
