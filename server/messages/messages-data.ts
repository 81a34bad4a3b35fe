import { addressFilters, type Person, type PersonalDataSource } from '../personal-data-source.ts';
import { type MessageDoc, MessageModel } from './message-model.ts';

/** Matches messages from the person's addresses, and messages about rides they booked. */
const filterOf = ({ addresses, bookedIds }: Pick<Person, 'addresses' | 'bookedIds'>) => ({
  $or: [
    ...addressFilters(addresses, ['senderKey', 'content.email'], { at: 'receivedAt' }),
    { 'content.rideId': { $in: bookedIds } },
  ],
});

/** The messages of a person and our answers. Exports leave out our internal notes. */
export const messagesData = {
  async read(person) {
    const docs = await MessageModel.find(filterOf(person)).sort({ _id: 1 }).lean<MessageDoc[]>();
    return {
      messages: docs.map(({ form, content, receivedAt, entries = [] }) => ({
        form,
        content: { ...content },
        receivedAt: receivedAt.toISOString(),
        answers: entries
          .filter(({ kind }) => kind === 'answer')
          .map(({ text, at }) => ({ text, at: at.toISOString() })),
      })),
    };
  },
  async erase(person) {
    await MessageModel.deleteMany(filterOf(person));
  },
  async removeBefore(before) {
    await MessageModel.deleteMany({ state: { $in: ['done', 'waiting'] }, movedAt: { $lt: before } });
    // Messages stored before the inbox existed have no state.
    await MessageModel.deleteMany({ state: { $exists: false }, receivedAt: { $lt: before } });
  },
} satisfies PersonalDataSource;

/** Returns the ids of a person's messages and of their entries. */
export async function listMessagesOf(person: Pick<Person, 'addresses' | 'bookedIds'>): Promise<string[]> {
  const docs = await MessageModel.find(filterOf(person), { entries: 1 }).lean<MessageDoc[]>();
  return docs.flatMap(({ _id, entries = [] }) => [
    _id.toHexString(),
    ...entries.map((entry) => entry._id.toHexString()),
  ]);
}
