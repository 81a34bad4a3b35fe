import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../index.ts', import.meta.url));

/** A document store in a separate process. */
export type SpawnedStore = {
  /** `mongodb://127.0.0.1:PORT`. */
  url: string;
  process: ChildProcess;
  /** Sends the signal and waits for the exit. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Starts a store as `npm start` does, on a free port, and waits until it is ready. */
export async function spawnDocumentStore(...args: string[]): Promise<SpawnedStore> {
  const child = spawn(process.execPath, ['--import', 'tsx', ENTRY, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Kills the store if a test fails before ending it.
  process.once('exit', () => child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  let stderrText = '';
  child.stderr.on('data', (chunk) => {
    stderrText += chunk;
  });
  const ready = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  const line = await Promise.race([
    ready,
    exit.then(([code]) => Promise.reject(new Error(`exit ${code}: ${stderrText.trim()}`))),
  ]);
  return {
    url: line.replace('ready ', ''),
    process: child,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exit;
    },
  };
}
