import * as z from 'zod/mini';
import {
  OFFER_FIELDS,
  PARTY_FIELDS,
  RIDER_FIELDS,
  recordedEntrySchema,
  STAFF_FIELDS,
} from './ride-fields.ts';

/** The staff's view of a ride: all stored data, with the actor of each change. */
export const staffRideSchema = z.object({
  ...OFFER_FIELDS,
  ...PARTY_FIELDS,
  ...RIDER_FIELDS,
  ...STAFF_FIELDS,
  history: z.array(recordedEntrySchema),
  /** The reference that people use, such as `MRQ-7K2DX`. */
  reference: z.string(),
  /** The driver's earnings from the ride, in cents. */
  driverShareCents: z.int(),
  /** The most that staff can refund, in cents: paid by card or gift card and not refunded yet. */
  refundableCents: z.int(),
});
export type StaffRide = z.infer<typeof staffRideSchema>;
