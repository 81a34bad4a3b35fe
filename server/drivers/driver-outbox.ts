import { DRIVERS_CHANGED } from '#common/drivers/driver.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';

/**
 * Lets every node know that what drivers are offered may have changed: their sockets leave the offers at once, and their pages read anew.
 * Accepting checks again whatever a page shows.
 */
export const driverOutbox = createNoticeOutbox<DriverDoc>({
  model: DriverModel,
  channel: DRIVERS_CHANGED,
  compose: ({ _id }) => _id.toHexString(),
});
