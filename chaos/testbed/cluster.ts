import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type ReplicaSet, startReplicaSet } from '#embedded/document-store/testing/replica-set.ts';
import { type RunningMarquee, runMarquee } from '../../e2e/testing/run-marquee.ts';
import { preloadOf } from '../builds.ts';
import { MACHINE_FAULTS_FILE, type MachineFault } from './machine-fault.ts';

/**
 * The processes that run: two combined servers on one Redis and the document store, or two servers per role
 * on a Redis Cluster and a replica set. Both have two workers.
 */
export type Topology = 'one Redis' | 'Redis Cluster';

const OPTIONS: Record<Topology, readonly string[]> = {
  'one Redis': ['--servers', '2'],
  'Redis Cluster': ['--api', '2', '--sockets', '2', '--redis-cluster'],
};

/** Servers and workers behind the balancer with their services, all started for this run. */
export interface Cluster extends Pick<RunningMarquee, 'services' | 'dataDir' | 'pidOf' | 'stop'> {
  /** The database, if it is a replica set. */
  replicaSet: ReplicaSet | null;
  /** Kills a process with SIGKILL and waits until its replacement runs. */
  kill(name: string): Promise<void>;
  /** Applies simulated machine faults to processes until `meanwhile` resolves. */
  injectMachineFault(
    names: readonly string[],
    how: MachineFault,
    meanwhile: () => Promise<unknown>,
  ): Promise<void>;
  /** Stops a process with SIGTERM, as a rolling release does, and waits until its replacement runs. */
  release(name: string): Promise<void>;
  /**
   * Kills the program that a wrapper process runs, such as redis-server, and waits as `kill` does. It is not
   * restarted until `meanwhile` resolves.
   */
  killProgramOf(name: string, meanwhile?: () => Promise<void>): Promise<void>;
  /** Resolves when every server and the balancer are ready. */
  untilReady(): Promise<void>;
}

const RESTART_MS = 30_000;

/** Longer than a server needs to answer a probe. Without a limit, one lost reply would take all the time. */
const PROBE_MS = 5_000;

/** Overrides services from the environment. Only services of this run may be killed and paused. */
export const OWN_SERVICES = {
  MONGO_URL: '',
  REDIS_URL: '',
  REDIS_CLUSTER: '',
  QUEUE_REDIS_URL: '',
  STRIPE_SECRET_KEY: '',
  SMTP_URL: '',
};

/** Starts a cluster with the launcher of a build. */
export async function startCluster(program: string, topology: Topology): Promise<Cluster> {
  const replicaSet = topology === 'Redis Cluster' ? await startReplicaSet() : null;
  const marquee = await runMarquee(['--cluster', ...OPTIONS[topology], '--workers', '2'], {
    env: {
      ...OWN_SERVICES,
      ...(replicaSet && { MONGO_URL: replicaSet.url }),
      NODE_OPTIONS: `--import=${pathToFileURL(preloadOf(program))}`,
    },
    program,
  });
  const { services, dataDir, pidOf } = marquee;
  // The balancer does not expose the servers' probes.
  const probes = [
    `${services.web}/robots.txt`,
    ...probesOf(readFileSync(join(dataDir, 'servers.cfg'), 'utf8')),
  ];

  async function untilReplaced(name: string, pid: number): Promise<void> {
    await until(() => pidOf(name) !== pid, { what: `${name} restarted`, withinMs: RESTART_MS });
  }
  async function end(name: string, signal: NodeJS.Signals): Promise<void> {
    const pid = pidOf(name);
    process.kill(pid, signal);
    await untilReplaced(name, pid);
  }
  // A server stays ready for a while without the services it shares with others. The body of the probe lists
  // which are available.
  const expectReady = async (url: string) => {
    const reply = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS) }).catch((error: Error) => {
      throw new Error(`${url}: ${error.message}`, { cause: error });
    });
    const text = await reply.text();
    if (reply.status !== 200 || text.includes('false')) throw new Error(`${url}: ${reply.status} ${text}`);
  };

  return {
    services,
    dataDir,
    pidOf,
    replicaSet,
    async stop() {
      await marquee.stop();
      replicaSet?.close();
    },
    kill: (name) => end(name, 'SIGKILL'),
    async injectMachineFault(names, how, meanwhile) {
      const pids = names.map(pidOf);
      const set = (faults: Record<number, MachineFault>) => {
        writeFileSync(join(dataDir, MACHINE_FAULTS_FILE), JSON.stringify(faults));
        for (const pid of pids) process.kill(pid, 'SIGUSR2');
      };
      set(Object.fromEntries(pids.map((pid) => [pid, how])));
      await meanwhile();
      set({});
    },
    release: (name) => end(name, 'SIGTERM'),
    async killProgramOf(name, meanwhile = async () => {}) {
      const pid = pidOf(name);
      // While the wrapper is stopped, it does not notice the exit and does not restart the program.
      process.kill(pid, 'SIGSTOP');
      process.kill(childOf(pid), 'SIGKILL');
      await meanwhile().finally(() => process.kill(pid, 'SIGCONT'));
      await untilReplaced(name, pid);
    },
    async untilReady() {
      await until(() => Promise.all(probes.map(expectReady)), {
        what: 'every server ready',
        withinMs: RESTART_MS,
      }).catch((error: Error) => {
        throw new Error(`${error.message}\n${endsOfLogs(dataDir)}`, { cause: error });
      });
    },
  };
}

/** Returns the probe URLs of the servers in the balancer's configuration, for requests and for sockets. */
const probesOf = (config: string): string[] =>
  config.split(/^backend /m).flatMap((backend) => {
    const path = backend.startsWith('sockets') ? '/readyz/sockets' : '/readyz';
    return [...backend.matchAll(/server \S+ (\S+)/g)].map(([, address]) => `http://${address}${path}`);
  });

const LOG_LINES = 5;

/** Returns the last lines of every program's log, without those of level info. */
function endsOfLogs(dataDir: string): string {
  const folder = join(dataDir, 'logs');
  return readdirSync(folder)
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const lines = text.split('\n').filter((line) => line && !line.includes('"level":30'));
      return [`${name}:`, ...lines.slice(-LOG_LINES)].join('\n');
    })
    .join('\n');
}

/** Returns the id of the first child process of a process. */
function childOf(parent: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const child = processes
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .find(([, ppid]) => ppid === parent)?.[0];
  if (child === undefined) throw new Error(`process ${parent} has no child`);
  return child;
}

const POLL_MS = 50;

interface UntilOptions {
  /** What is awaited, for the error message. */
  what: string;
  withinMs: number;
}

/**
 * Polls until `read` returns a truthy value. An error counts as no value.
 *
 * @returns that value
 * @throws Error after `withinMs`, with the last error's message and the error as its cause
 */
export async function until<Result>(
  read: () => Promise<Result | null | false> | Result | null | false,
  { what, withinMs }: UntilOptions,
): Promise<Result> {
  const giveUpAt = Date.now() + withinMs;
  let problem: Error | undefined;
  while (Date.now() < giveUpAt) {
    try {
      const found = await read();
      if (found) return found;
      problem = undefined;
    } catch (error) {
      problem = error as Error;
    }
    await setTimeout(POLL_MS);
  }
  const why = problem ? ` (${problem.message})` : '';
  throw new Error(`${what}: not within ${withinMs} ms${why}`, { cause: problem });
}
