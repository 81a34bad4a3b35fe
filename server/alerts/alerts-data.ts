import type { QueryFilter, Types } from 'mongoose';
import { DELETED_NAME } from '#common/personal-data/personal-data.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import type { Person, PersonalDataSource } from '../personal-data-source.ts';
import { type AlertDoc, AlertModel } from './alert-model.ts';

/** Matches alerts about the person, about their rides and about rides that they drive. */
const filterOf = ({ documentIds, drivenIds }: Pick<Person, 'documentIds' | 'drivenIds'>) => ({
  'subject.id': { $in: [...documentIds, ...drivenIds] },
});

/** Removes names and free text from matching alerts that still have them. */
async function strip(filter: QueryFilter<AlertDoc>, text: string): Promise<void> {
  await AlertModel.updateMany(
    { ...filter, 'subject.name': { $ne: DELETED_NAME } },
    {
      $set: { 'subject.name': DELETED_NAME, text, note: null },
      // Relaying the outbox removes the name from open consoles.
      ...MARK_UNPUBLISHED,
      $inc: { version: 1 },
    },
  );
}

/** The alerts about a person. Erasure keeps amounts and times but removes names and free text. */
export const alertsData = {
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
    // Not deleted: its key prevents the same cause from opening it again.
    await strip({ resolvedAt: { $lt: before }, holds: true }, 'What it said is no longer kept.');
  },
} satisfies PersonalDataSource;

/** Returns the ids of the alerts about a person. The audit log records who resolved them. */
export async function listAlertsOf(person: Pick<Person, 'documentIds' | 'drivenIds'>): Promise<string[]> {
  const docs = await AlertModel.find(filterOf(person), { _id: 1 }).lean<{ _id: Types.ObjectId }[]>();
  return docs.map(({ _id }) => _id.toHexString());
}

/** Whether any of these documents has an open alert. */
export const hasOpenAlert = async (documentIds: readonly string[]): Promise<boolean> =>
  (await AlertModel.exists({ 'subject.id': { $in: documentIds }, resolvedAt: null })) !== null;
