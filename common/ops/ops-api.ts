import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/**
 * What an installation needs before it can run, in the order in which it is best done. `dispatcher`: one was
 * invited. `vehicle`: one is on the road. `driver`: one is approved. `mail`: the mail server has taken an email. `stripe`: payments have keys. `webhook`: Stripe
 * has reached us with an event. `capacity`: bookings are limited to the vehicles on the road.
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

/** One of the first steps, done or not. */
export const firstStepSchema = z.object({ id: firstStepIdSchema, isDone: z.boolean() });
export type FirstStep = z.infer<typeof firstStepSchema>;

export const listFirstSteps = endpoint({
  method: 'GET',
  path: '/api/ops/first-steps',
  summary: 'Lists what a new installation needs before it can run, and what of it is done.',
  who: 'dispatcher',
  reply: z.array(firstStepSchema),
});
