import { type Held, isoOf } from '../held-data.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';

/** What the company keeps of a driver besides the account. */
export const heldDrivers = {
  async read({ id }) {
    const doc = await DriverModel.findById(id).lean<DriverDoc>();
    if (!doc) return {};
    const { state, suspension, isOnDuty, dutySince, weeklyHours, documents, device } = doc;
    return {
      driver: [
        {
          ...{ state, isOnDuty, weeklyHours },
          suspension: suspension && { reason: suspension.reason, at: suspension.at.toISOString() },
          dutySince: isoOf(dutySince),
          documents: documents.map(({ kind, number, expiresOn, file }) => ({
            ...{ kind, number, expiresOn },
            file: file?.name ?? null,
          })),
          deviceSince: isoOf(device?.since),
        },
      ],
    };
  },
  async erase({ id }) {
    // Whose account is deleted is suspended by then, and every node has been told of it.
    await DriverModel.deleteOne({ _id: id });
  },
} satisfies Held;
