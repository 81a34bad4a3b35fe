import { isoOf, type PersonalDataSource } from '../personal-data-source.ts';
import { type DriverDoc, DriverModel } from './driver-model.ts';

/** The company's record of a driver, besides the account. */
export const driversData = {
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
    // Nothing to publish: account deletion has already suspended the driver and published that to every node.
    await DriverModel.deleteOne({ _id: id });
  },
} satisfies PersonalDataSource;
