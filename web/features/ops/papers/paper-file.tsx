import { fillPath } from '#common/endpoint.ts';
import { readStaffFile } from '#common/files/files-api.ts';
import type { StoredFile } from '#common/files/stored-file.ts';
import { FileName } from '#web/components/ui/file-field.tsx';

/** Where the staff open a file. */
export const staffFilePath = ({ id }: StoredFile): string => fillPath(readStaffFile.path, { fileId: id });

/** The file of a paper as a link that opens it, or that there is none. */
export const PaperFile = ({ file }: { file: StoredFile | null | undefined }) =>
  file ? <FileName file={file} href={staffFilePath(file)} /> : <span className="text-ink-2">No file</span>;
