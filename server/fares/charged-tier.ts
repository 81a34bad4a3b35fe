import { type SurgeDay, type SurgeTier, surgeTierOf } from '#common/fares/surge.ts';
import { SurgeDayModel } from './surge-day-model.ts';

/** The tier a pickup date is charged at. */
export async function chargedTier(date: string): Promise<SurgeTier> {
  return surgeTierOf(date, await SurgeDayModel.find({ date }).lean<SurgeDay[]>());
}
