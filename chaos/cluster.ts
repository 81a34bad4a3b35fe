import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningMarquee, runMarquee } from '../e2e/testing/run-marquee.ts';
import { until } from './until.ts';

/** Two servers and two workers behind the balancer, with everything they stand on, as processes of this run's own. */
export interface Cluster extends Pick<RunningMarquee, 'services' | 'dataDir' | 'pidOf' | 'stop'> {
  /** Kills a process with SIGKILL and waits until another one is there in its place, ready. */
  kill(name: string): Promise<void>;
  /** Kills the program that a process of ours runs, such as redis-server, and waits as `kill` does. */
  killProgramOf(name: string): Promise<void>;
  /** Resolves when every server, and the balancer before them, says that it is ready. */
  untilReady(): Promise<void>;
}

const RESTART_MS = 30_000;

/** Nothing of the surroundings: what is killed and paused here must be this run's own. */
const OWN_SERVICES = {
  MONGO_URL: '',
  REDIS_URL: '',
  QUEUE_REDIS_URL: '',
  STRIPE_SECRET_KEY: '',
  SMTP_URL: '',
};

/** The one process whose parent is this one. */
function childOf(parent: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const child = processes
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .find(([, ppid]) => ppid === parent)?.[0];
  if (child === undefined) throw new Error(`process ${parent} has no child`);
  return child;
}

/** Of two that start at once, one could find a port free that the other has chosen and not yet taken. */
let lastStart: Promise<unknown> = Promise.resolve();

/** Starts the cluster; with a `program`, that launcher instead of the project's own. One starts after the other. */
export function startCluster(program?: string): Promise<Cluster> {
  const started = lastStart.then(() => start(program));
  lastStart = started.catch(() => {});
  return started;
}

async function start(program: string | undefined): Promise<Cluster> {
  const marquee = await runMarquee(['--cluster', '--servers', '2', '--workers', '2'], {
    env: OWN_SERVICES,
    ...(program && { program }),
  });
  const { services, dataDir, pidOf } = marquee;
  const listed = readFileSync(join(dataDir, 'servers.cfg'), 'utf8').matchAll(/server \S+ (\S+)/g);
  const doors = [services.web, ...[...listed].map(([, address]) => `http://${address}`)];

  async function untilReplaced(name: string, pid: number): Promise<void> {
    await until(() => pidOf(name) !== pid, { what: `${name} started again`, withinMs: RESTART_MS });
  }
  const isReady = async (door: string) => (await fetch(`${door}/readyz`)).status === 200;

  return {
    services,
    dataDir,
    pidOf,
    stop: marquee.stop,
    async kill(name) {
      const pid = pidOf(name);
      process.kill(pid, 'SIGKILL');
      await untilReplaced(name, pid);
    },
    async killProgramOf(name) {
      const pid = pidOf(name);
      process.kill(childOf(pid), 'SIGKILL');
      await untilReplaced(name, pid);
    },
    async untilReady() {
      await until(async () => (await Promise.all(doors.map(isReady))).every(Boolean), {
        what: 'every server ready',
        withinMs: RESTART_MS,
      });
    },
  };
}
