import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const RACER = fileURLToPath(new URL('./racer.ts', import.meta.url));

/** Result of one racer: number of counter increments that succeeded, and of keys that it inserted first. */
type RaceResult = { raised: number; inserted: number };

/** Runs `racer.ts` against a store, in a separate process. */
export async function spawnRacer(url: string): Promise<RaceResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', RACER, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`racer ended with ${code}`);
  return JSON.parse(output);
}
