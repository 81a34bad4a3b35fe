import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';

/** The document store's log, which contains all stored data, including uploaded files. */
export const LOG_FILE = 'log.gz';

/**
 * Secrets that `npm start` generated for the installation. A database restored without them is of little use:
 * gift card codes are derived from one, and the secrets of authenticator apps are encrypted with another.
 */
export const SECRET_FILES = ['session-secret', 'gift-card-secret', 'webhook-secret'] as const;

const fileSchema = z.object({ bytes: z.number(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal(1),
  /** The point in time of the backup, ISO 8601. */
  at: z.iso.datetime(),
  /** Version of the product that made the backup. */
  version: z.string(),
  files: z.partialRecord(z.enum([LOG_FILE, ...SECRET_FILES]), fileSchema),
  /** Number of documents per collection, by `database.collection`. */
  documents: z.record(z.string(), z.number()),
});

/** The manifest of a backup, `manifest.json`. */
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST_FILE = 'manifest.json';

/**
 * Reads the manifest of a backup.
 * @throws Error if the folder is not a backup, or has an unknown format
 */
export function readManifest(backup: string): Manifest {
  const path = join(backup, MANIFEST_FILE);
  if (!existsSync(path)) throw new Error(`${backup} is no backup: it has no ${MANIFEST_FILE}`);
  const result = manifestSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path} is not of a format that this version reads`);
  return result.data;
}

/** Returns size and SHA-256 of a file. */
export async function measureFile(path: string): Promise<z.infer<typeof fileSchema>> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return { bytes: statSync(path).size, sha256: digest.digest('hex') };
}

/**
 * Compares the files of a backup with its manifest.
 * @throws Error if a file is missing or has changed
 */
export async function checkFiles(backup: string, { files }: Manifest): Promise<void> {
  if (!files[LOG_FILE]) throw new Error(`${backup} has no ${LOG_FILE}`);
  for (const [name, expected] of Object.entries(files)) {
    const path = join(backup, name);
    if (!existsSync(path)) throw new Error(`${backup} lacks ${name}`);
    const { bytes, sha256 } = await measureFile(path);
    if (bytes !== expected.bytes || sha256 !== expected.sha256) {
      throw new Error(`${path} is damaged: it has changed since the backup was made`);
    }
  }
}
