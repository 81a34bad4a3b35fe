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
  summary: `Takes a file (${endings}) for a paper of an application to drive, or of an answer. It is deleted after two days unless that names it.`,
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
  summary: `Takes a file (${endings}) for a paper of a driver or vehicle. It is deleted after two days unless a paper names it.`,
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
  summary: 'Reads a file of a paper: of an application, a driver or a vehicle.',
  who: 'dispatcher',
  params: { fileId: fileIdSchema },
  reply: null,
  replyTypes: mediaTypeSchema.options,
});

export const readOwnFile = endpoint({
  method: 'GET',
  path: '/api/driver/files/:fileId',
  summary: "Reads a file of the driver's own papers, or of a vehicle they drive.",
  who: 'driver',
  params: { fileId: fileIdSchema },
  reply: null,
  replyTypes: mediaTypeSchema.options,
});

/** Path at which staff open a file. */
export const staffFilePath = ({ id }: StoredFile): string => fillPath(readStaffFile.path, { fileId: id });

/** Path at which drivers open their own files. */
export const ownFilePath = ({ id }: StoredFile): string => fillPath(readOwnFile.path, { fileId: id });
