import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../embedded/launch/free-port.ts';

const START_LIMIT_MS = 60_000;

/** The addresses of a running product, as written to services.json. */
export interface Services {
  web: string;
  mongo: string;
  /** For a cluster several addresses, separated by commas. */
  redis: string;
  isRedisCluster: boolean;
  stripe: string;
  smtp: string;
  mail: string;
  /**
   * Process ids by name: server, worker, document-store, stripe, mailbox; in a cluster server-1 and so on,
   * and balancer; in a Redis Cluster redis-1 and so on, in the order of their addresses.
   */
  pids: Record<string, number>;
}

export interface RunningMarquee {
  services: Services;
  dataDir: string;
  /** Returns the current process id for a name. It changes with a restart. */
  pidOf(name: string): number;
  /** Stops it, as Ctrl-C does, and deletes its data. */
  stop(): Promise<void>;
}

/** Resolves when the launcher prints where Marquee is. Rejects with its output otherwise. */
function untilUp(launcher: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`Marquee did not come up: ${output}`)), START_LIMIT_MS);
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('Marquee is at')) return;
      clearTimeout(timer);
      resolve();
    };
    launcher.stdout?.on('data', listen);
    launcher.stderr?.on('data', listen);
    launcher.once('exit', () => reject(new Error(`Marquee ended: ${output}`)));
  });
}

interface RunOptions {
  /** The launcher to run. */
  program?: string;
  env?: Record<string, string>;
}

/**
 * Runs the whole product as `npm start` does, or with `--cluster` as `npm run cluster` does, on a free port
 * with a temporary data folder.
 */
export async function runMarquee(args: string[] = [], options: RunOptions = {}): Promise<RunningMarquee> {
  const { program = 'scripts/start.mjs', env } = options;
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-e2e-'));
  const launcher = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      PORT: `${port}`,
      DATA_DIR: dataDir,
      NODE_ENV: 'development',
      // Each person in the tests sends an address of their own, as a proxy would. A cluster's balancer
      // is one more proxy.
      TRUSTED_PROXIES: args.includes('--cluster') ? '2' : '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithUs = () => launcher.kill('SIGTERM');
  process.once('exit', endWithUs);
  const stop = async () => {
    const ended = new Promise((resolve) => launcher.once('exit', resolve));
    launcher.kill('SIGTERM');
    if (launcher.exitCode === null && launcher.signalCode === null) await ended;
    process.off('exit', endWithUs);
    rmSync(dataDir, { recursive: true, force: true });
  };
  await untilUp(launcher).catch(async (error: unknown) => {
    // Otherwise it would come up later and use CPU time that programs started afterwards need.
    await stop();
    throw error;
  });

  const readServices = (): Services => JSON.parse(readFileSync(join(dataDir, 'services.json'), 'utf8'));

  return {
    services: readServices(),
    dataDir,
    pidOf: (name) => readServices().pids[name] ?? Number.NaN,
    stop,
  };
}
