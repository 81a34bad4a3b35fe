import { surgeTierOf } from '#common/fares/surge.ts';
import type { SurgeDay, SurgeTier } from '#common/fares/surge-day.ts';
import { SurgeDayModel } from './surge-day-model.ts';

/** The tier a pickup date is charged at. */
export async function chargedTier(date: string): Promise<SurgeTier> {
  return surgeTierOf(date, await SurgeDayModel.find({ date }).lean<SurgeDay[]>());
}
