import { DAY_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import type { StoredFile } from '#common/files/stored-file.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type FileDoc, FileModel, toStoredFile } from './file-model.ts';

/** How long after a paper took a file its use is checked, and how often from then on. */
export const NAMED_MS = DAY_MS;

/** A paper as submitted. */
interface Named {
  kind: string;
  number: string;
  file?: StoredFile | null | undefined;
}

type WithFile<Paper> = Omit<Paper, 'file'> & { file: StoredFile | null };

interface Taking {
  /** Owner of the papers, such as `driver 0123…`. */
  owner: string;
  /**
   * Whether staff submit them. Staff can only take files uploaded by staff, applicants only those by
   * applicants.
   */
  isByStaff: boolean;
  /** Request field that contains the papers, for error messages. */
  field: string;
  /** The current papers. Their files may be kept. */
  before?: readonly Named[];
}

/**
 * Takes the files that papers refer to, so that they are kept. Only the id of a submitted file is trusted. A
 * paper without the `file` field keeps the file of the current paper with its kind and number. Idempotent.
 *
 * @returns the papers to store
 * @throws AppError INVALID_REQUEST naming the paper, if a file is gone or was not uploaded by its sender
 */
export async function takeFiles<Paper extends Named>(
  papers: readonly Paper[],
  { owner, isByStaff, field, before = [] }: Taking,
): Promise<WithFile<Paper>[]> {
  const kept = new Map(before.flatMap(({ file }) => (file ? [[file.id, file]] : [])));
  return Promise.all(
    papers.map(async (paper, index) => {
      const former = before.find(({ kind, number }) => kind === paper.kind && number === paper.number);
      const requested = paper.file === undefined ? former?.file : paper.file;
      if (!requested) return { ...paper, file: null };
      const known = kept.get(requested.id);
      if (known) return { ...paper, file: known };
      const taken = await takeFile(requested.id, owner, isByStaff);
      if (taken) return { ...paper, file: toStoredFile(taken) };
      const message = `${requested.name} is no longer here. Please add it again.`;
      throw new AppError('INVALID_REQUEST', message, {
        issues: [{ path: `${field}.${index}.file`, message }],
      });
    }),
  );
}

/** Takes a file in one guarded statement, so that it is either taken or deleted, never both. */
const takeFile = (fileId: string, owner: string, isByStaff: boolean): Promise<FileDoc | null> =>
  FileModel.findOneAndUpdate(
    {
      _id: fileId,
      bytes: { $gt: 0 },
      removedAt: { $exists: false },
      ...(isByStaff ? { uploadedBy: { $ne: null } } : { uploadedBy: null, owner: { $in: [null, owner] } }),
    },
    { $set: { owner, checkAt: new Date(databaseClock.nowMs() + NAMED_MS) } },
    { returnDocument: 'after' },
  ).lean<FileDoc>();

/** Makes the next run of `remove-unused-files` check the files that papers no longer refer to. */
export async function releaseFiles(before: readonly Named[], after: readonly Named[]): Promise<void> {
  const kept = new Set(after.map(({ file }) => file?.id));
  const ids = before.flatMap(({ file }) => (file && !kept.has(file.id) ? [file.id] : []));
  if (ids.length > 0)
    await FileModel.updateMany({ _id: { $in: ids } }, { $set: { checkAt: databaseClock.now() } });
}

/** Transfers the files of papers to a new owner, such as an applicant who became a driver. Idempotent. */
export async function handOverFiles(papers: readonly Named[], owner: string): Promise<void> {
  const ids = papers.flatMap(({ file }) => (file ? [file.id] : []));
  if (ids.length > 0) await FileModel.updateMany({ _id: { $in: ids } }, { $set: { owner } });
}
