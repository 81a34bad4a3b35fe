import { DRIVERS_CHANGED } from '../infra/channels.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';

/**
 * Publishes to every node that a driver's offers may have changed. Sockets leave the offer rooms at once and
 * pages refetch. Accepting a ride always checks again, whatever a page shows.
 */
export const driverOutbox = createNoticeOutbox<DriverDoc>({
  model: DriverModel,
  channel: DRIVERS_CHANGED,
  compose: ({ _id }) => _id.toHexString(),
});
