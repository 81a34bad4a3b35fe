import { AppError } from '#common/errors.ts';
import type { StoredFile } from '#common/files/stored-file.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { type FileDoc, FileModel, toStoredFile } from './file-model.ts';

/** How long a file is left alone after a paper took it, and how often it is asked for then. */
export const NAMED_MS = 86_400_000;

/** A paper as it is sent. */
interface Named {
  kind: string;
  number: string;
  file?: StoredFile | null | undefined;
}

type WithFile<Paper> = Omit<Paper, 'file'> & { file: StoredFile | null };

interface Taking {
  /** Whose papers they are, such as `driver 0123…`. */
  owner: string;
  /** Whether they are sent by the staff: these take what the staff uploaded, applicants what applicants did. */
  isByStaff: boolean;
  /** The field that the papers stand in, for refusals. */
  field: string;
  /** The papers as they are now: what these name stays. */
  before?: readonly Named[];
}

/**
 * Takes the files that papers name, so that they stay. Only a file's id counts of what was sent; a paper that says
 * nothing of a file keeps the one that the paper of its kind and number had. Repeatable.
 *
 * @returns the papers as they are to be stored
 * @throws INVALID_REQUEST, naming the paper, for a file that is gone or not its sender's
 */
export async function takeFiles<Paper extends Named>(
  papers: readonly Paper[],
  { owner, isByStaff, field, before = [] }: Taking,
): Promise<WithFile<Paper>[]> {
  const kept = new Map(before.flatMap(({ file }) => (file ? [[file.id, file]] : [])));
  return Promise.all(
    papers.map(async (paper, index) => {
      const former = before.find(({ kind, number }) => kind === paper.kind && number === paper.number);
      const asked = paper.file === undefined ? former?.file : paper.file;
      if (!asked) return { ...paper, file: null };
      const known = kept.get(asked.id);
      if (known) return { ...paper, file: known };
      const taken = await takeFile(asked.id, owner, isByStaff);
      if (taken) return { ...paper, file: toStoredFile(taken) };
      const message = `${asked.name} is no longer here. Please add it again.`;
      throw new AppError('INVALID_REQUEST', message, {
        issues: [{ path: `${field}.${index}.file`, message }],
      });
    }),
  );
}

/** One statement: a file is either taken or removed, never both. */
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

/** Has the files that papers no longer name looked at by the next run of `remove-unused-files`. */
export async function releaseFiles(before: readonly Named[], after: readonly Named[]): Promise<void> {
  const kept = new Set(after.map(({ file }) => file?.id));
  const ids = before.flatMap(({ file }) => (file && !kept.has(file.id) ? [file.id] : []));
  if (ids.length > 0)
    await FileModel.updateMany({ _id: { $in: ids } }, { $set: { checkAt: databaseClock.now() } });
}

/** Makes the files that papers name those of who has the papers now, such as of a driver who applied with them. Repeatable. */
export async function handOverFiles(papers: readonly Named[], owner: string): Promise<void> {
  const ids = papers.flatMap(({ file }) => (file ? [file.id] : []));
  if (ids.length > 0) await FileModel.updateMany({ _id: { $in: ids } }, { $set: { owner } });
}
