import type { Types } from 'mongoose';
import { dateInVegas } from '#common/time.ts';
import type { PersonalDataSource } from '../personal-data-source.ts';
import { type PaperNoticeDoc, PaperNoticeModel } from './paper-notice-model.ts';

/** The notices about a person's papers that expire soon. */
export const noticesData = {
  async read({ id }) {
    const docs = await PaperNoticeModel.find({ 'owner.id': id }).lean<PaperNoticeDoc[]>();
    return { paperNotices: docs.map(({ paper, expiresOn }) => ({ paper, expiresOn })) };
  },
  async erase({ id }) {
    await PaperNoticeModel.deleteMany({ 'owner.id': id });
  },
  async removeBefore(before) {
    await PaperNoticeModel.deleteMany({ expiresOn: { $lt: dateInVegas(before) } });
  },
} satisfies PersonalDataSource;

/** Returns the ids of a driver's notices, which mails refer to. */
export async function listNoticesOf(driverId: string): Promise<string[]> {
  const docs = await PaperNoticeModel.find({ 'owner.id': driverId }, { _id: 1 }).lean<
    { _id: Types.ObjectId }[]
  >();
  return docs.map(({ _id }) => _id.toHexString());
}
