import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty directory that is removed at the end of the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'document-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
