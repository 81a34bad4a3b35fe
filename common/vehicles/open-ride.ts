import * as z from 'zod/mini';
import { idSchema } from '../id.ts';

/**
 * An unfinished ride with a driver, for staff who must act when the driver is suspended or the vehicle goes
 * out of service.
 */
export const openRideSchema = z.object({
  id: idSchema,
  version: z.int(),
  /** `accepted` or later, see `common/rides/ride-states.ts`. */
  status: z.string(),
  rideType: z.string(),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Local date (YYYY-MM-DD) and time (HH:MM) in America/Los_Angeles. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  customerName: z.string(),
  driverId: z.nullable(idSchema),
  vehicleId: z.nullable(idSchema),
});
export type OpenRide = z.infer<typeof openRideSchema>;
