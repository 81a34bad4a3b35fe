import * as z from 'zod/mini';
import { endpoint, fillPath } from '../endpoint.ts';
import {
  FILE_ENDINGS,
  fileIdSchema,
  MAX_FILE_BYTES,
  mediaTypeSchema,
  type StoredFile,
  storedFileSchema,
} from './stored-file.ts';

const BAD_NAME = 'Please give the file a shorter name.';

const file = { mediaTypes: mediaTypeSchema.options, maxBytes: MAX_FILE_BYTES };
const query = z.object({
  /** File name given by the uploader. */
  name: z.string('Please name the file.').check(z.maxLength(255, BAD_NAME)),
});
const reply = z.object({ file: storedFileSchema });
const endings = Object.values(FILE_ENDINGS).flat().join(', ');

export const uploadApplicantFile = endpoint({
  method: 'POST',
  path: '/api/driver-applications/files',
  summary: `Uploads a file (${endings}) for a document of an application or answer. Deleted after two days if unused.`,
  who: 'anybody',
  query,
  file,
  reply,
  statuses: [201],
  limit: { name: 'applicant-files', times: 40, windowSeconds: 3_600, per: 'address' },
});

export const uploadStaffFile = endpoint({
  method: 'POST',
  path: '/api/ops/files',
  summary: `Uploads a file (${endings}) for a document of a driver or vehicle. Deleted after two days if unused.`,
  who: 'admin',
  query,
  file,
  reply,
  statuses: [201],
  limit: { name: 'staff-files', times: 300, windowSeconds: 3_600, per: 'user' },
});

export const readStaffFile = endpoint({
  method: 'GET',
  path: '/api/ops/files/:fileId',
  summary: 'Reads the file of a document of an application, driver or vehicle.',
  who: 'dispatcher',
  params: { fileId: fileIdSchema },
  reply: null,
  replyTypes: mediaTypeSchema.options,
});

export const readOwnFile = endpoint({
  method: 'GET',
  path: '/api/driver/files/:fileId',
  summary: "Reads the file of one of the driver's own documents, or of a vehicle they drive.",
  who: 'driver',
  params: { fileId: fileIdSchema },
  reply: null,
  replyTypes: mediaTypeSchema.options,
});

/** Path at which staff open a file. */
export const staffFilePath = ({ id }: StoredFile): string => fillPath(readStaffFile.path, { fileId: id });

/** Path at which drivers open their own files. */
export const ownFilePath = ({ id }: StoredFile): string => fillPath(readOwnFile.path, { fileId: id });
