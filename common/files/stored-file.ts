import * as z from 'zod/mini';

/** Accepted media types. */
export const mediaTypeSchema = z.enum(['application/pdf', 'image/jpeg', 'image/png', 'image/heic']);
export type MediaType = z.infer<typeof mediaTypeSchema>;

/** File extensions of each type. The first is appended to a name that has none of them. */
export const FILE_ENDINGS: Record<MediaType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/heic': ['.heic', '.heif'],
};

/** Maximum file size in bytes (10 MB). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Why a file is refused, for users. */
export const FILE_REFUSALS = {
  type: 'Please choose a PDF or a photo (JPEG, PNG or HEIC).',
  empty: 'This file is empty.',
} as const;

/** Id of a file. Its 128 random bits make it unguessable, so only the uploader knows it. */
export const fileIdSchema = z.string().check(z.regex(/^file_[0-9a-f]{32}$/));

/** Metadata of a stored file. From clients only the id is used. */
export const storedFileSchema = z.object({
  id: fileIdSchema,
  /** Name given by the uploader, for display only. */
  name: z.string(),
  mediaType: mediaTypeSchema,
  bytes: z.int(),
});
export type StoredFile = z.infer<typeof storedFileSchema>;

/** Number of leading bytes that `mediaTypeOf` needs. */
export const HEAD_BYTES = 12;

/** HEIC brands after `ftyp`: still images, sequences, and the generic ones. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** Detects the media type by the first bytes, ignoring the file name. Null if the type is not accepted. */
export function mediaTypeOf(head: Uint8Array): MediaType | null {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(text.slice(8, 12))) return 'image/heic';
  return null;
}

/** Formats a size: `1.2 MB`, `340 KB`. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  if (megabytes >= 10) return `${Math.round(megabytes)} MB`;
  if (megabytes >= 0.95) return `${megabytes.toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** Explains why a file of this size is refused; null if it is accepted. */
export function sizeProblem(bytes: number): string | null {
  if (bytes === 0) return FILE_REFUSALS.empty;
  if (bytes <= MAX_FILE_BYTES) return null;
  // Two decimals, since rounding would read "10 MB is too large".
  const size = bytes < MAX_FILE_BYTES * 1.05 ? `${(bytes / 1024 / 1024).toFixed(2)} MB` : formatBytes(bytes);
  return `${size} is too large, ${formatBytes(MAX_FILE_BYTES)} at most.`;
}
