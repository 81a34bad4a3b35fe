import { DRIVERS_CHANGED } from '../infra/channels.ts';
import { createNoticeOutbox } from '../infra/notice-outbox.ts';
import { type VehicleDoc, VehicleModel } from './vehicle-model.ts';

/** Publishes to every node that the offers of a vehicle's current and removed drivers may have changed. */
export const vehicleOutbox = createNoticeOutbox<VehicleDoc>({
  model: VehicleModel,
  channel: DRIVERS_CHANGED,
  compose: ({ driverIds, formerDriverIds = [] }) =>
    [...new Set([...driverIds, ...formerDriverIds])].join(' ') || null,
  keptFor: 'formerDriverIds',
});
