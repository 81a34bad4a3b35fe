import { AppError } from '#common/errors.ts';
import type { FileReply } from '../http/file-reply.ts';
import { readFileBytes } from '../infra/files.ts';
import { type FileDoc, FileModel } from './file-model.ts';

/** Returns a file with its content. @throws AppError NOT_FOUND if deleted or not completely uploaded */
export async function readFile(fileId: string): Promise<FileReply> {
  const file = await FileModel.findOne({
    _id: fileId,
    bytes: { $gt: 0 },
    removedAt: { $exists: false },
  }).lean<FileDoc>();
  if (!file) throw new AppError('NOT_FOUND', 'There is no such file.');
  const { name, mediaType, bytes } = file;
  return { name, mediaType, bytes, content: readFileBytes(fileId, bytes) };
}
