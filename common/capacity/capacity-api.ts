import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Whether a booking is refused when every vehicle of its kind is taken. */
export const capacitySettingSchema = z.object({ isEnforced: z.boolean() });
export type CapacitySetting = z.infer<typeof capacitySettingSchema>;

export const readCapacity = endpoint({
  method: 'GET',
  path: '/api/ops/capacity',
  summary: 'Shows whether bookings are limited by the vehicles on the road.',
  who: 'dispatcher',
  reply: capacitySettingSchema,
});

export const changeCapacity = endpoint({
  method: 'PUT',
  path: '/api/ops/capacity',
  summary: 'Limits bookings by the vehicles on the road, or stops doing so. Counts from the next booking on.',
  who: 'admin',
  body: capacitySettingSchema,
  reply: capacitySettingSchema,
});
