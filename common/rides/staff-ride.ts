import * as z from 'zod/mini';
import {
  OFFER_FIELDS,
  PARTY_FIELDS,
  RIDER_FIELDS,
  recordedEntrySchema,
  STAFF_FIELDS,
} from './ride-fields.ts';

/** A ride as dispatchers and admins see it: all of it, with who did what. */
export const staffRideSchema = z.object({
  ...OFFER_FIELDS,
  ...PARTY_FIELDS,
  ...RIDER_FIELDS,
  ...STAFF_FIELDS,
  history: z.array(recordedEntrySchema),
  /** What people read out, such as `8F2-A1C`. */
  reference: z.string(),
  /** What the ride earns its driver, in cents. */
  driverShareCents: z.int(),
  /** The most that can be refunded by hand, in cents: paid by card or gift card, and not given back. */
  refundableCents: z.int(),
});
export type StaffRide = z.infer<typeof staffRideSchema>;

/** The last digits of an id as people read them out: `8F2-A1C`. Searching for it finds the ride. */
export function rideReference(rideId: string): string {
  const digits = rideId.slice(-6).toUpperCase();
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}
