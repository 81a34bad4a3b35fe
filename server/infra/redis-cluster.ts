import { Cluster, type Command, type Redis, type RedisOptions } from 'ioredis';
import { watchConnection } from './connection-watchdog.ts';
import { giveUp, isGivenUp } from './give-up.ts';

/** How long a node may take to accept a connection, or to say who has which slots, in milliseconds. */
const NODE_TIMEOUT_MS = 1_000;

/** How often it is asked who has which slots, in milliseconds. What a command finds out is known at once. */
const REFRESH_MS = 10_000;

/** So often a command is sent where nodes fail: every second time after a tenth of a second, so for about as long as it may take. */
const MAX_TRIES = 20;

const DEFAULT_PORT = 6379;

/** How to reach a node of a cluster, and to sign in there. */
export type NodeOptions = Pick<RedisOptions, 'username' | 'password' | 'tls' | 'connectTimeout'>;

interface ClusterAddress {
  nodes: { host: string; port: number }[];
  nodeOptions: NodeOptions;
}

/**
 * The nodes that an address names, separated by commas. One of them that is up suffices: it knows the others. Name, password and TLS are
 * the first one's, for all.
 */
export function readClusterAddress(address: string): ClusterAddress {
  const urls = address.split(',').map((each) => new URL(each.trim()));
  const { username, password, protocol } = urls[0] ?? new URL(address);
  return {
    nodes: urls.map(({ hostname, port }) => ({ host: hostname, port: Number(port || DEFAULT_PORT) })),
    nodeOptions: {
      connectTimeout: NODE_TIMEOUT_MS,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  };
}

/**
 * Commands are not pipelined by themselves. ioredis tries a pipeline again only where all of it was refused in the same words, and a node
 * that is no longer the master of a slot names the slot: whenever a master changes, commands would fail that are in one pipeline.
 */
const commonOptions = (nodeOptions: NodeOptions) => ({
  // Each connection looks its host up itself: one name that is gone would else keep the client from every node.
  dnsLookup: (host: string, done: (error: null, address: string) => void) => done(null, host),
  slotsRefreshTimeout: NODE_TIMEOUT_MS,
  slotsRefreshInterval: REFRESH_MS,
  clusterRetryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1_000),
  redisOptions: { ...nodeOptions, maxRetriesPerRequest: null },
});

interface ClusterClientOptions {
  /** How long a command may take, in milliseconds. */
  timeoutMs: number;
  /** Set before every key. */
  keyPrefix?: string;
}

/**
 * A client of a cluster whose commands are given up when they are not answered in time. Of a transaction that is each try: ioredis makes
 * `MAX_TRIES` of them at most, as connections end and slots move.
 */
class ImpatientCluster extends Cluster {
  readonly #timeoutMs: number;
  #wasReady = false;

  constructor(address: string, { timeoutMs, keyPrefix = '' }: ClusterClientOptions) {
    const { nodes, nodeOptions } = readClusterAddress(address);
    const options = { ...commonOptions(nodeOptions), lazyConnect: true, keyPrefix };
    super(nodes, { ...options, maxRedirections: MAX_TRIES });
    this.#timeoutMs = timeoutMs;
    this.once('ready', () => {
      this.#wasReady = true;
    });
  }

  /**
   * While no node can be reached, a command fails at once: ioredis would queue it without a bound, and run it after its request was
   * answered with an error. Only the first connection is waited for.
   */
  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    // It has waited for the first connection for too long.
    if (isGivenUp(command, stream)) return command.promise;
    // By CLUSTER INFO the client finds out whether it is ready.
    if (this.#wasReady && this.status !== 'ready' && command.name !== 'cluster') {
      command.reject(new Error('Connection is closed.'));
      return command.promise;
    }
    const timer = setTimeout(() => giveUp(command, stream), this.#timeoutMs);
    const stop = () => clearTimeout(timer);
    command.promise.then(stop, stop);
    const { reject } = command;
    const sent = super.sendCommand(command, stream, node);
    if (command.reject !== reject) tryWhileAwaited(command);
    return sent;
  }
}

/** Keeps what was given up from being tried again: ioredis does so with each refusal, and with the end of each connection it waits at. */
function tryWhileAwaited(command: Command): void {
  const { reject: tryAgain } = command;
  command.reject = (error) => {
    if (!command.isSettled) tryAgain(error);
  };
}

/** Keeps from a node what was given up while its connection was on its way. */
function sendWhileAwaited(node: Redis): void {
  const send = node.sendCommand.bind(node);
  node.sendCommand = (command, stream) =>
    isGivenUp(command, stream) ? command.promise : send(command, stream);
}

/**
 * A client of a Redis Cluster, which connects on first use: it follows slots to their masters, and replaces connections to nodes that fall
 * silent. Not for blocking commands.
 */
export function connectCluster(address: string, options: ClusterClientOptions): Cluster {
  const client = new ImpatientCluster(address, options);
  // Each failed command rejects on its own; without a listener the error event would end the process.
  client.on('error', () => {});
  client.on('+node', (node) => {
    watchConnection(node);
    sendWhileAwaited(node);
  });
  return client;
}

/**
 * Has a client, and BullMQ's duplicates of it, end once it is told to disconnect. A command that is sent on to another master meanwhile has
 * ioredis wait for the end of a connection that it never opens: a worker waits with it, and takes no job any more.
 */
function endOnceTold(client: Cluster): Cluster {
  client.on('+node', (node) => {
    if (client.status === 'disconnecting') node.disconnect();
  });
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    duplicate: (...how: Parameters<Cluster['duplicate']>) => endOnceTold(duplicate(...how)),
  });
}

/**
 * A client of a Redis Cluster for blocking commands: it never gives up. It does not ask first whether the cluster is complete: where it is
 * not, ioredis connects again and leaves who waits for the first time waiting, as a worker does after a failover.
 */
export function connectClusterForBlocking(address: string): Cluster {
  const { nodes, nodeOptions } = readClusterAddress(address);
  return endOnceTold(new Cluster(nodes, { ...commonOptions(nodeOptions), enableReadyCheck: false }));
}
