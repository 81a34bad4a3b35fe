import { DRIVERS_CHANGED } from '#common/drivers/driver.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type VehicleDoc, VehicleModel } from './vehicle-model.ts';

/** Lets every node know that what the drivers of a vehicle are offered may have changed, and what those before them were. */
export const vehicleOutbox = createNoticeOutbox<VehicleDoc>({
  model: VehicleModel,
  channel: DRIVERS_CHANGED,
  compose: ({ driverIds, formerDriverIds = [] }) =>
    [...new Set([...driverIds, ...formerDriverIds])].join(' ') || null,
  keptFor: 'formerDriverIds',
});
