import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Below the ephemeral ports, which the system may assign to outgoing connections at any time. */
const LOWEST = 15_000;
const HIGHEST = 32_767;

const handedOut = new Set<number>();

/**
 * Returns a free port. Random and never returned twice, so that programs starting at the same time, also in
 * other processes, do not get the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isPortFree(port)) return port;
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
  if (last && (await isPortFree(last))) return `${last}`;
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
