import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';

/** The log of the document store, which holds everything that is kept: uploaded files too. */
export const LOG_FILE = 'log.gz';

/**
 * What `npm start` generated once for the installation. Without them a copy of the database is worth little: gift card codes are
 * derived from one, the secrets of authenticator apps are sealed with another.
 */
export const SECRET_FILES = ['session-secret', 'gift-card-secret', 'webhook-secret'] as const;

const fileSchema = z.object({ bytes: z.number(), sha256: z.string() });

const manifestSchema = z.object({
  format: z.literal(1),
  /** The instant of which everything in the backup is, ISO 8601. */
  at: z.iso.datetime(),
  /** Of the product that wrote it. */
  version: z.string(),
  files: z.partialRecord(z.enum([LOG_FILE, ...SECRET_FILES]), fileSchema),
  /** How many documents each collection has, by `database.collection`. */
  documents: z.record(z.string(), z.number()),
});

/** What a backup says of itself, in `manifest.json`. */
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST_FILE = 'manifest.json';

/** @throws Error where the folder is no backup, or of a format that this version does not know */
export function readManifest(backup: string): Manifest {
  const path = join(backup, MANIFEST_FILE);
  if (!existsSync(path)) throw new Error(`${backup} is no backup: it has no ${MANIFEST_FILE}`);
  const result = manifestSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!result.success) throw new Error(`${path} is not of a format that this version reads`);
  return result.data;
}

/** Size and SHA-256 of a file. */
export async function measureFile(path: string): Promise<z.infer<typeof fileSchema>> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return { bytes: statSync(path).size, sha256: digest.digest('hex') };
}

/** @throws Error where a file is missing, or other than when it was written */
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
