import { removeFileBytes } from '../infra/files.ts';
import { addressFilters, type Person, type PersonalDataSource } from '../personal-data-source.ts';
import { type FileDoc, FileModel } from './file-model.ts';

/** Matches files by their owner: the driver, or an applicant with one of the person's addresses. */
const filterOf = ({ id, addresses }: Person) => {
  const applicants = addresses.map((address) => ({ ...address, email: `applicant ${address.email}` }));
  return { $or: [{ owner: `driver ${id}` }, ...addressFilters(applicants, ['owner'], { at: 'createdAt' })] };
};

/** The files of a driver's papers and applications. Exports list them without their content. */
export const filesData = {
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
      // Deleted last, so that the next run completes an interrupted one.
      await FileModel.deleteOne({ _id });
    }
  },
} satisfies PersonalDataSource;
