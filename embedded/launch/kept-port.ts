import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isPortFree } from './free-port.ts';

/** The port a service had last time, if it is still free; else any free one, which it keeps from then on. */
export async function keptPort(dataDir: string, service: string): Promise<string> {
  const folder = join(dataDir, 'ports');
  const file = join(folder, service);
  mkdirSync(folder, { recursive: true });
  const kept = readKept(file);
  if (kept && (await isPortFree(kept))) return `${kept}`;
  const port = await freePort();
  writeFileSync(file, `${port}`);
  return `${port}`;
}

function readKept(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}
