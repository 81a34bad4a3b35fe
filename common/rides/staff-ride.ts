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
  /** What people read out, such as `MRQ-7K2DX`. */
  reference: z.string(),
  /** What the ride earns its driver, in cents. */
  driverShareCents: z.int(),
  /** The most that can be refunded by hand, in cents: paid by card or gift card, and not given back. */
  refundableCents: z.int(),
});
export type StaffRide = z.infer<typeof staffRideSchema>;
