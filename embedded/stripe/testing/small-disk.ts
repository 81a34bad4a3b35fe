import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an object larger than the space a full disk may have left in a page. */
export const LARGE_METADATA = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`note ${n}`, 'x'.repeat(500)]),
);

/** A directory on a separate disk of 1 MiB. */
interface SmallDisk {
  directory: string;
  /** Fills the disk completely. */
  fill(): void;
  /** Frees the space again. */
  free(): void;
}

/** Mounts a small disk until the test ends. Null if this process lacks the permission. */
export function mountSmallDisk(): SmallDisk | null {
  const directory = mkdtempSync(join(tmpdir(), 'stripe-small-disk-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', directory]));

  const others = join(directory, 'others');
  return {
    directory,
    fill() {
      for (const size of [65_536, 4_096, 512]) {
        try {
          for (;;) writeFileSync(others, Buffer.alloc(size), { flag: 'a' });
        } catch {
          // Full at this block size.
        }
      }
    },
    free: () => rmSync(others),
  };
}
