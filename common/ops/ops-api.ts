import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/**
 * The setup steps of a new installation, in the recommended order. `dispatcher`: one has been invited.
 * `vehicle`: one is in service. `driver`: one is approved. `mail`: the mail server has accepted an email.
 * `stripe`: the payment keys are set. `webhook`: a Stripe event has arrived. `capacity`: bookings are limited
 * to the vehicles in service.
 */
export const firstStepIdSchema = z.enum([
  'dispatcher',
  'vehicle',
  'driver',
  'mail',
  'stripe',
  'webhook',
  'capacity',
]);
export type FirstStepId = z.infer<typeof firstStepIdSchema>;

/** A setup step, done or not. */
export const firstStepSchema = z.object({ id: firstStepIdSchema, isDone: z.boolean() });
export type FirstStep = z.infer<typeof firstStepSchema>;

export const listFirstSteps = endpoint({
  method: 'GET',
  path: '/api/ops/first-steps',
  summary: 'Lists what a new installation needs before it can run, and what is done.',
  who: 'dispatcher',
  reply: z.array(firstStepSchema),
});
