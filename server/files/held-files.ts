import { type Held, namingAddresses, type Person } from '../held-data.ts';
import { removeFileBytes } from '../infra/files.ts';
import { type FileDoc, FileModel } from './file-model.ts';

/** Their papers, by whose they are: the driver's, and those of who applied from an address. */
const filterOf = ({ id, addresses }: Person) => {
  const applicants = addresses.map((address) => ({ ...address, email: `applicant ${address.email}` }));
  return { $or: [{ owner: `driver ${id}` }, ...namingAddresses(applicants, ['owner'], { at: 'createdAt' })] };
};

/** The files of papers: of a driver, and of their applications. Their content is not in what is exported. */
export const heldFiles = {
  async read(person) {
    const docs = await FileModel.find(filterOf(person)).sort({ createdAt: 1 }).lean<FileDoc[]>();
    return {
      files: docs.map(({ name, mediaType, bytes, createdAt }) => ({
        ...{ name, mediaType, bytes },
        createdAt: createdAt.toISOString(),
      })),
    };
  },
  async erase(person) {
    const docs = await FileModel.find(filterOf(person)).lean<FileDoc[]>();
    for (const { _id } of docs) {
      await removeFileBytes(_id);
      // Last, so that a run that was cut short is completed by the next.
      await FileModel.deleteOne({ _id });
    }
  },
} satisfies Held;
