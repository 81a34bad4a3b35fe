import type { CapacitySetting } from '#common/capacity/capacity-api.ts';
import { CapacitySettingModel } from './capacity-model.ts';

const ID = { _id: 'capacity' } as const;

/** Returns whether bookings are limited by the number of vehicles. Off until an admin turns it on. */
export async function readCapacitySetting(): Promise<CapacitySetting> {
  const setting = await CapacitySettingModel.findOne(ID).lean();
  return { isEnforced: setting?.isEnforced ?? false };
}

/** Turns the limit on or off, from the next booking on. */
export async function changeCapacitySetting({ isEnforced }: CapacitySetting): Promise<CapacitySetting> {
  await CapacitySettingModel.updateOne(ID, { $set: { isEnforced } }, { upsert: true });
  return { isEnforced };
}
