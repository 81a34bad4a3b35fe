import * as z from 'zod/mini';

/** The media types that a file may have. */
export const mediaTypeSchema = z.enum(['application/pdf', 'image/jpeg', 'image/png', 'image/heic']);
export type MediaType = z.infer<typeof mediaTypeSchema>;

/** How names of files of each type end; the first is added where none of them does. */
export const FILE_ENDINGS: Record<MediaType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/heic': ['.heic', '.heif'],
};

/** The most bytes of one file: 10 MB. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Why a file is not taken, in words. */
export const FILE_REFUSALS = {
  type: 'Please choose a PDF or a photo (JPEG, PNG or HEIC).',
  empty: 'This file is empty.',
} as const;

/** The id of a file: 128 random bits, so that only its uploader knows it. */
export const fileIdSchema = z.string().check(z.regex(/^file_[0-9a-f]{32}$/));

/** What is said of a file that is kept. Of what a caller sends only the id counts. */
export const storedFileSchema = z.object({
  id: fileIdSchema,
  /** As its owner called it, for display only. */
  name: z.string(),
  mediaType: mediaTypeSchema,
  bytes: z.int(),
});
export type StoredFile = z.infer<typeof storedFileSchema>;

/** Bytes in which `mediaTypeOf` knows a file. */
export const HEAD_BYTES = 12;

/** Brands of HEIC after `ftyp`: still pictures, sequences, and the one that stands for either. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']);

/** What a file is by its first bytes, whatever it is called; null for what is not taken. */
export function mediaTypeOf(head: Uint8Array): MediaType | null {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(text.slice(8, 12))) return 'image/heic';
  return null;
}

/** A size as people read it: `1.2 MB`, `340 KB`. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  if (megabytes >= 10) return `${Math.round(megabytes)} MB`;
  if (megabytes >= 0.95) return `${megabytes.toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** Why a file of so many bytes is not taken; null where it is. */
export function sizeProblem(bytes: number): string | null {
  if (bytes === 0) return FILE_REFUSALS.empty;
  if (bytes <= MAX_FILE_BYTES) return null;
  // What is a little too large would read "10 MB is too large".
  const size = bytes < MAX_FILE_BYTES * 1.05 ? `${(bytes / 1024 / 1024).toFixed(2)} MB` : formatBytes(bytes);
  return `${size} is too large, ${formatBytes(MAX_FILE_BYTES)} at most.`;
}
