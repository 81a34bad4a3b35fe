import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * How long a node may be unreachable before the others consider it failed. Its replica takes over about a
 * second later.
 */
const NODE_TIMEOUT_MS = 2_000;

const LOOK_AGAIN_MS = 50;

/** Timeout for forming a cluster, which takes seconds. */
const FORM_MS = 60_000;

/** Timeout of a single command. */
const CLI_TIMEOUT_MS = 10_000;

interface ClusterNode {
  /** Port for communication between the nodes. */
  busPort: string;
  nodeTimeoutMs?: number;
}

/** Returns the redis-server arguments of a cluster node. */
export const clusterArgs = ({ busPort, nodeTimeoutMs = NODE_TIMEOUT_MS }: ClusterNode): string[] => [
  ...['--cluster-enabled', 'yes', '--cluster-port', busPort],
  ...['--cluster-node-timeout', `${nodeTimeoutMs}`],
  // While a slot has no master, serve the other slots.
  ...['--cluster-require-full-coverage', 'no'],
  // Without the majority of masters refuse to publish: subscribers may be at this master's replacement.
  ...['--cluster-allow-pubsubshard-when-down', 'no'],
  // Sync a replica immediately, since no others share the transfer.
  ...['--repl-diskless-sync-delay', '0'],
];

/**
 * Forms a cluster of the nodes at these ports, half of them replicas, unless they already are one. Waits
 * until it serves requests.
 *
 * @throws Error if it does not within `withinMs`, because stored state of some nodes belongs to another or an
 * incomplete cluster
 */
export async function formCluster(ports: readonly string[], withinMs = FORM_MS): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  const states = await Promise.all(ports.map(readState));
  if (states.every(({ slots }) => slots === 0)) {
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    const options = ['--cluster-replicas', '1', '--cluster-yes'];
    await redisCli(['--cluster', 'create', ...addresses, ...options], withinMs);
  }
  while (!(await isComplete(ports))) {
    if (performance.now() > giveUpAt) {
      throw new Error(`The nodes at ${ports.join(', ')} are no complete Redis Cluster after ${withinMs} ms.`);
    }
    await setTimeout(LOOK_AGAIN_MS);
  }
}

/**
 * Whether all nodes at these ports serve requests, half of them as replicas.
 * @throws Error while a node is down
 */
export async function isComplete(ports: readonly string[]): Promise<boolean> {
  const serving = await Promise.all(ports.map((port) => serves(port, ports.length)));
  return serving.every(Boolean);
}

/**
 * Whether a node knows all others, every slot is assigned, half of the nodes are replicas, and it is in sync
 * with its master.
 */
async function serves(port: string, count: number): Promise<boolean> {
  const { isOk, slots } = await readState(port);
  if (!isOk || slots < 16_384) return false;
  if (/master_link_status:down/.test(await redisCli(['-p', port, 'info', 'replication']))) return false;
  const lines = (await redisCli(['-p', port, 'cluster', 'nodes'])).trim().split('\n');
  const replicas = lines.filter((line) => /\bslave\b/.test(line) && !/fail|handshake/.test(line));
  return lines.length === count && replicas.length === count / 2;
}

/**
 * Returns the port of the master of a key, according to the node at `port`.
 * @throws Error if there is none
 */
export async function masterOf(key: string, port: string): Promise<string> {
  const slot = Number(await redisCli(['-p', port, 'cluster', 'keyslot', key]));
  const ranges: [number, number, [string, number]][] = JSON.parse(
    await redisCli(['-p', port, '--json', 'cluster', 'slots']),
  );
  const range = ranges.find(([first, last]) => first <= slot && slot <= last);
  if (!range) throw new Error(`slot ${slot} has no master`);
  return `${range[2][1]}`;
}

async function readState(port: string): Promise<{ isOk: boolean; slots: number }> {
  const info = await redisCli(['-p', port, 'cluster', 'info']);
  return {
    isOk: /cluster_state:ok/.test(info),
    slots: Number(/cluster_slots_assigned:(\d+)/.exec(info)?.[1] ?? 0),
  };
}

const redisCli = async (args: string[], timeout = CLI_TIMEOUT_MS): Promise<string> =>
  (await promisify(execFile)('redis-cli', args, { timeout })).stdout;
