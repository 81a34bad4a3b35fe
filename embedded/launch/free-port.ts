import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Below the ephemeral ports, which the system may give to an outgoing connection at any moment. */
const LOWEST = 15_000;
const HIGHEST = 32_767;

const handedOut = new Set<number>();

/**
 * Finds a port nobody listens on. It is random and never handed out twice, so that programs which start at
 * once, here or in another process, do not get the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isPortFree(port)) return port;
  }
}

/** Whether a port can be listened on. */
export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/** The port a service had last time, if it is still free; else a new one. Kept in the data folder. */
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
