import { randomBytes } from 'node:crypto';
import { type StoredFile, storedFileSchema } from '#common/files/stored-file.ts';
import type { Reply, TestClient } from './test-client.ts';

/** Builds random content of this many bytes that starts like a PDF. */
export const buildPdf = (bytes = 2_000): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);

export const APPLICANT_FILES = '/api/driver-applications/files';
export const STAFF_FILES = '/api/ops/files';

/** Uploads a file. */
export const upload = (
  client: TestClient,
  path: string,
  content: unknown,
  name = 'license.pdf',
): Promise<Reply> => client.post(`${path}?${new URLSearchParams({ name })}`, content);

/** Uploads a PDF. @returns the stored file, from the reply */
export async function uploadPdf(client: TestClient, path: string, name?: string): Promise<StoredFile> {
  const { body } = await upload(client, path, buildPdf(), name);
  return storedFileSchema.parse(Object(body).file);
}
