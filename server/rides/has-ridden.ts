import { SETTLED } from '#common/rides/status.ts';
import { RideModel } from './ride-model.ts';

/** Whether a rider, by its mailbox, has a ride that is paid for or waived. */
export async function hasRidden(riderKey: string): Promise<boolean> {
  return (await RideModel.exists({ riderKey, paymentStatus: { $in: SETTLED } })) !== null;
}
