import * as z from 'zod/mini';
import { idSchema } from '../id.ts';

/**
 * A ride that a driver has and that is not over, as staff need it to act on: when its driver is suspended, or
 * its vehicle goes out of service.
 */
export const openRideSchema = z.object({
  id: idSchema,
  version: z.int(),
  /** `accepted` or on from there, of `common/rides/ride-states.ts`. */
  status: z.string(),
  rideType: z.string(),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Wall date (YYYY-MM-DD) and time (HH:MM) in America/Los_Angeles. */
  scheduledDate: z.string(),
  scheduledTime: z.string(),
  customerName: z.string(),
  driverId: z.nullable(idSchema),
  vehicleId: z.nullable(idSchema),
});
export type OpenRide = z.infer<typeof openRideSchema>;
