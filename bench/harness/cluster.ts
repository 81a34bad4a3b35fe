import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '#embedded/launch/free-port.ts';
import { startProgram } from '#server/testing/start-program.ts';
import type { Measured } from './measured.ts';
import { cpuMicrosOf } from './process-cpu.ts';
import type { Testbed } from './testbed.ts';

/**
 * Two servers for the API and two for sockets behind the balancer, as `npm run cluster -- --api 2
 * --sockets 2` starts them.
 */
export interface Cluster {
  /** The port of the balancer. */
  port: number;
  /**
   * Stops a server with SIGTERM, as a rolling release does. Resolves once it has ended.
   *
   * @param name such as `api-1`
   */
  release(name: string): Promise<void>;
  /** Starts a released server again. Resolves once the balancer routes requests to it. */
  replace(name: string): Promise<void>;
  /** Kills the balancer, which cuts every connection, and starts it again. */
  restartBalancer(): Promise<void>;
  /** CPU time in microseconds of the balancer and of the running servers, by role, since they started. */
  cpuMicros(): Promise<{ balancer: number; api: number; sockets: number }>;
  stop(): Promise<void>;
}

const SERVERS = ['api-1', 'api-2', 'sockets-1', 'sockets-2'];

/** Drain time of a stopping server, as in `npm run cluster`: longer than the balancer takes to notice. */
const DRAIN_MS = '2000';
const POLL_MS = 50;
const UP_WITHIN_MS = 30_000;

const roleOf = (name: string) => name.replace(/-\d+$/, '');

/** Starts the cluster. Resolves once each server is reachable through the balancer. */
export async function startCluster(testbed: Testbed): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-bench-cluster-'));
  const ports = new Map<string, number>();
  for (const name of SERVERS) ports.set(name, await freePort());
  const start = (name: string) =>
    testbed.start('server', { ROLE: roleOf(name), DRAIN_MS, TRUSTED_PROXIES: '1' }, ports.get(name));
  const running = new Map<string, Measured>();
  for (const name of SERVERS) running.set(name, await start(name));

  const linesOf = (role: string) =>
    SERVERS.filter((name) => roleOf(name) === role)
      .map((name) => `  server ${name} 127.0.0.1:${ports.get(name)}\n`)
      .join('');
  const servers = join(dir, 'servers.cfg');
  const sockets = `backend sockets\n  option httpchk GET /readyz/sockets\n${linesOf('sockets')}`;
  await writeFile(servers, `backend servers\n${linesOf('api')}\n${sockets}`);
  const port = await freePort();
  const startBalancer = () =>
    startProgram({
      command: process.execPath,
      args: ['dist/balancer.js', '--port', `${port}`, '--config', 'deploy/haproxy.cfg', '--config', servers],
      readyLine: /^(ready)/,
    });
  let balancer = await startBalancer();
  /** CPU time of balancers that have been restarted since. */
  let formerBalancers = 0;

  const untilBalanced = async (name: string) => {
    const path = roleOf(name) === 'sockets' ? '/socket.io/?EIO=4&transport=polling' : '/robots.txt';
    const endsAt = performance.now() + UP_WITHIN_MS;
    for (;;) {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`);
      await reply.arrayBuffer();
      if (reply.headers.get('x-served-by') === name) return;
      if (performance.now() > endsAt) throw new Error(`${name} gets nothing from the balancer`);
      await setTimeout(POLL_MS);
    }
  };
  for (const name of SERVERS) await untilBalanced(name);

  return {
    port,
    async release(name) {
      await running.get(name)?.stop();
      running.delete(name);
    },
    async replace(name) {
      running.set(name, await start(name));
      await untilBalanced(name);
    },
    async restartBalancer() {
      formerBalancers += cpuMicrosOf(balancer.child.pid ?? 0);
      await balancer.end();
      balancer = await startBalancer();
    },
    async cpuMicros() {
      const micros = { api: 0, sockets: 0 };
      for (const [name, server] of running) {
        const { cpuMicros } = await server.sample();
        micros[roleOf(name) === 'api' ? 'api' : 'sockets'] += cpuMicros;
      }
      const balancers = formerBalancers + cpuMicrosOf(balancer.child.pid ?? 0);
      return { balancer: balancers, ...micros };
    },
    async stop() {
      await balancer.end();
      await Promise.all([...running.values()].map((server) => server.stop()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}
