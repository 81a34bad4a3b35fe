import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const RACER = fileURLToPath(new URL('./racer.ts', import.meta.url));

/** What one racer won: the counters it raised by compare-and-set, and the keys it inserted first. */
export type RaceResult = { raised: number; inserted: number };

/** Runs `racer.ts` against a store, in a process of its own. */
export async function spawnRacer(url: string): Promise<RaceResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', RACER, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`racer ended with ${code}`);
  return JSON.parse(output);
}
