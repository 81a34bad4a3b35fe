import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../embedded/launch/free-port.ts';

const START_LIMIT_MS = 60_000;

/** Where everything of a running product is, as it writes to services.json. */
export interface Services {
  web: string;
  mongo: string;
  /** Several addresses, separated by commas, where it is a cluster. */
  redis: string;
  isRedisCluster: boolean;
  stripe: string;
  smtp: string;
  mail: string;
  /** Process ids by name: server, worker, document-store, stripe, mailbox; in a cluster server-1 and so on, and balancer; in a Redis Cluster redis-1 and so on, in the order of their addresses. */
  pids: Record<string, number>;
}

export interface RunningMarquee {
  services: Services;
  dataDir: string;
  /** The process that has a name now; another one after a restart. */
  pidOf(name: string): number;
  /** Ends it, as Ctrl-C does, and throws its data away. */
  stop(): Promise<void>;
}

/** Resolves when the launcher says where Marquee is; rejects with what it said instead. */
function untilUp(launcher: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`Marquee did not come up: ${said}`)), START_LIMIT_MS);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('Marquee is at')) return;
      clearTimeout(timer);
      resolve();
    };
    launcher.stdout?.on('data', listen);
    launcher.stderr?.on('data', listen);
    launcher.once('exit', () => reject(new Error(`Marquee ended: ${said}`)));
  });
}

interface RunOptions {
  /** The program that starts everything. */
  program?: string;
  env?: Record<string, string>;
}

/** Runs the whole product as `npm start` does, or with `--cluster` `npm run cluster`, on a free port and a data folder of its own. */
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
      // Each person of the tests has an address of its own, told as a proxy would; a cluster's balancer is one proxy more.
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
    // Left to itself it would come up in the end, and take the processor from those that were started after it.
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
