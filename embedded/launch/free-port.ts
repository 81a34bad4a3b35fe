import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral ports, which the system may assign to outgoing connections at any time. */
const LOWEST = 15_000;
const HIGHEST = 32_767;

/** Where the processes of this machine claim ports: an empty file each, named by the port. */
const CLAIMS = join(tmpdir(), `marquee-ports-${process.getuid?.() ?? 0}`);

/** How long a claim holds, in milliseconds: longer than a program takes to listen on its port. */
const CLAIM_MS = 300_000;

/**
 * Returns a free port that was not returned in the last five minutes, in this process or another one:
 * programs listen on their ports only later, and until then these seem free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (claim(port) && (await isPortFree(port))) return port;
  }
}

/** Claims a port. @returns whether nobody else had claimed it; true where claims cannot be written */
function claim(port: number): boolean {
  const file = join(CLAIMS, `${port}`);
  try {
    mkdirSync(CLAIMS, { recursive: true });
    const claimed = statSync(file, { throwIfNoEntry: false });
    if (claimed && Date.now() - claimed.mtimeMs < CLAIM_MS) return false;
    if (claimed) rmSync(file);
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
  }
}

/** Whether nothing listens on a port. */
export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/**
 * Returns the port that a service used last, if still free; otherwise a new one. Stored in the data folder.
 */
export async function stablePort(dataDir: string, service: string): Promise<string> {
  const folder = join(dataDir, 'ports');
  const file = join(folder, service);
  mkdirSync(folder, { recursive: true });
  const last = readPort(file);
  if (last && (await isPortFree(last))) {
    claim(last);
    return `${last}`;
  }
  const port = await freePort();
  writeFileSync(file, `${port}`);
  return `${port}`;
}

function readPort(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}
