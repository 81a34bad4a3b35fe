import * as z from 'zod/mini';
import {
  driverRideSchema,
  type HistoryEntry,
  historyEntrySchema,
  offerSchema,
  riderRideSchema,
} from '#common/rides/ride.ts';
import type { PaymentStatus, RideStatus } from '#common/rides/status.ts';

const isText = (value: unknown) => typeof value === 'string';

/**
 * A status this build doesn't know is shown raw (specification section 4), so that a server ahead of the page does not empty its
 * lists: any text is taken for one.
 */
const lenient = {
  status: z.custom<RideStatus>(isText),
  history: z.array(z.extend(historyEntrySchema, { change: z.custom<HistoryEntry['change']>(isText) })),
};

/** A ride in a reply to its rider. */
const riderRideReply = z.extend(riderRideSchema, {
  ...lenient,
  paymentStatus: z.custom<PaymentStatus>(isText),
});

/** A ride in a reply to its driver. */
export const driverRideReply = z.extend(driverRideSchema, lenient);

/** GET /api/rides/rider/{riderId}, newest first. */
export const riderRidesReply = z.array(riderRideReply);

/** GET /api/rides/driver/{driverId}, newest first. */
export const driverRidesReply = z.array(driverRideReply);

/** GET /api/rides/available/all. */
export const offersReply = z.array(offerSchema);

/** The answer to payment-success: the ride as it stands, settled or not yet. */
export const confirmedRideReply = z.object({ ride: riderRideReply });
