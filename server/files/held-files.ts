import type { Held, Person } from '../held-data.ts';
import { removeFileBytes } from '../infra/files.ts';
import { type FileDoc, FileModel } from './file-model.ts';

/** Whose papers they are, as `owner` has it. */
const ownersOf = ({ id, addresses }: Person): string[] => [
  `driver ${id}`,
  ...addresses.map((address) => `applicant ${address}`),
];

/** The files of papers: of a driver, and of their applications. Their content is not in what is exported. */
export const heldFiles = {
  async read(person) {
    const docs = await FileModel.find({ owner: { $in: ownersOf(person) } })
      .sort({ createdAt: 1 })
      .lean<FileDoc[]>();
    return {
      files: docs.map(({ name, mediaType, bytes, createdAt }) => ({
        ...{ name, mediaType, bytes },
        createdAt: createdAt.toISOString(),
      })),
    };
  },
  async erase(person) {
    const docs = await FileModel.find({ owner: { $in: ownersOf(person) } }).lean<FileDoc[]>();
    for (const { _id } of docs) {
      await removeFileBytes(_id);
      // Last, so that a run that was cut short is completed by the next.
      await FileModel.deleteOne({ _id });
    }
  },
} satisfies Held;
