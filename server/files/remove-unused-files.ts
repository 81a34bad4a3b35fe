import { databaseClock } from '../infra/database-clock.ts';
import { removeFileBytes } from '../infra/files.ts';
import { type FileDoc, FileModel } from './file-model.ts';
import { NAMED_MS } from './take-files.ts';

const AT_ONCE = 200;

/** Returns those of the file ids that the papers of one kind of owner refer to. */
type FindNamedFiles = (fileIds: readonly string[]) => Promise<string[]>;

/**
 * Deletes the files that no paper refers to: replaced, removed, never submitted, or of an application decided
 * long ago. Files in use are checked again a day later. Idempotent; the next run completes an interrupted
 * one.
 */
export async function removeUnusedFiles(finders: readonly FindNamedFiles[]): Promise<void> {
  const now = databaseClock.now();
  for (;;) {
    const due = await FileModel.find({ checkAt: { $lte: now } })
      .sort({ checkAt: 1 })
      .limit(AT_ONCE)
      .lean<FileDoc[]>();
    if (due.length === 0) return;
    const ids = due.map(({ _id }) => _id);
    const named = new Set((await Promise.all(finders.map((find) => find(ids)))).flat());
    await FileModel.updateMany(
      { _id: { $in: ids.filter((id) => named.has(id)) } },
      { $set: { checkAt: new Date(now.getTime() + NAMED_MS) } },
    );
    for (const file of due) if (!named.has(file._id)) await removeFile(file);
  }
}

/** Deletes a file's bytes, then its metadata, so that the next run completes an interrupted one. */
async function removeFile({ _id, checkAt, removedAt }: FileDoc): Promise<void> {
  const { matchedCount } = await FileModel.updateOne(
    // A paper that took the file meanwhile has changed `checkAt`.
    { _id, checkAt },
    { $set: { removedAt: removedAt ?? databaseClock.now() } },
  );
  if (matchedCount === 0) return;
  await removeFileBytes(_id);
  await FileModel.deleteOne({ _id });
}
