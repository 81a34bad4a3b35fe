import type { QueryFilter, Types } from 'mongoose';
import { DELETED_NAME } from '#common/personal-data/held-data.ts';
import type { Held, Person } from '../held-data.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { type AlertDoc, AlertModel } from './alert-model.ts';

/** About them, their rides, or rides that they drive. */
const filterOf = ({ documentIds, drivenIds }: Pick<Person, 'documentIds' | 'drivenIds'>) => ({
  'subject.id': { $in: [...documentIds, ...drivenIds] },
});

/** Takes name and words off the alerts that still have them. */
async function strip(filter: QueryFilter<AlertDoc>, text: string): Promise<void> {
  await AlertModel.updateMany(
    { ...filter, 'subject.name': { $ne: DELETED_NAME } },
    {
      $set: { 'subject.name': DELETED_NAME, text, note: null },
      // Open consoles take the name off their screens once it is relayed.
      ...MARK_UNPUBLISHED,
      $inc: { version: 1 },
    },
  );
}

/** What operations were alerted to. Sums and times stay, names and words do not. */
export const heldAlerts = {
  async read(person) {
    const docs = await AlertModel.find(filterOf(person)).sort({ _id: 1 }).lean<AlertDoc[]>();
    return {
      alerts: docs.map(({ kind, openedAt, resolvedAt }) => ({
        kind,
        openedAt: openedAt.toISOString(),
        resolvedAt: resolvedAt?.toISOString() ?? null,
      })),
    };
  },
  async erase(person) {
    await strip(filterOf(person), 'About a deleted account.');
  },
  async removeBefore(before) {
    await AlertModel.deleteMany({ resolvedAt: { $lt: before }, holds: false });
    // Their keys keep the same cause from opening them again.
    await strip({ resolvedAt: { $lt: before }, holds: true }, 'What it said is no longer kept.');
  },
} satisfies Held;

/** Ids of the alerts about a person: the audit log tells who resolved them. */
export async function listAlertsOf(person: Pick<Person, 'documentIds' | 'drivenIds'>): Promise<string[]> {
  const docs = await AlertModel.find(filterOf(person), { _id: 1 }).lean<{ _id: Types.ObjectId }[]>();
  return docs.map(({ _id }) => _id.toHexString());
}

/** Whether somebody still has to see to something about some documents. */
export const hasOpenAlert = async (documentIds: readonly string[]): Promise<boolean> =>
  (await AlertModel.exists({ 'subject.id': { $in: documentIds }, resolvedAt: null })) !== null;
