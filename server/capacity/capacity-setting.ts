import type { CapacitySetting } from '#common/capacity/capacity-api.ts';
import { CapacitySettingModel } from './capacity-model.ts';

const ID = { _id: 'capacity' } as const;

/** Whether bookings are limited by the vehicles on the road; not until an admin says so. */
export async function readCapacitySetting(): Promise<CapacitySetting> {
  const setting = await CapacitySettingModel.findOne(ID).lean();
  return { isEnforced: setting?.isEnforced ?? false };
}

/** Changes it. Counts from the next booking on. */
export async function changeCapacitySetting({ isEnforced }: CapacitySetting): Promise<CapacitySetting> {
  await CapacitySettingModel.updateOne(ID, { $set: { isEnforced } }, { upsert: true });
  return { isEnforced };
}
