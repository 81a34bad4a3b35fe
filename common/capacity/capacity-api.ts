import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Whether a booking is refused when every vehicle of its kind is taken. */
const capacitySettingSchema = z.object({ isEnforced: z.boolean() });
export type CapacitySetting = z.infer<typeof capacitySettingSchema>;

export const readCapacity = endpoint({
  method: 'GET',
  path: '/api/ops/capacity',
  summary: 'Returns whether bookings are limited to the vehicles on the road.',
  who: 'dispatcher',
  reply: capacitySettingSchema,
});

export const changeCapacity = endpoint({
  method: 'PUT',
  path: '/api/ops/capacity',
  summary:
    'Turns the limit of bookings to the vehicles on the road on or off. Applies from the next booking.',
  who: 'admin',
  body: capacitySettingSchema,
  reply: capacitySettingSchema,
});
