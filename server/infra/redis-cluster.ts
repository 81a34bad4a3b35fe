import { Cluster, type Command, type Redis, type RedisOptions } from 'ioredis';
import { isTimedOut, limitCommand } from './command-timeout.ts';
import { watchConnection } from './connection-watchdog.ts';

/** Timeout for connecting to a node and for reading its slots, in milliseconds. */
const NODE_TIMEOUT_MS = 1_000;

/** How often the slots are refreshed, in milliseconds. MOVED replies update them immediately. */
const REFRESH_MS = 10_000;

/**
 * Maximum tries of a command when nodes fail. Every second try is 100 ms later, which adds up to about the
 * command timeout.
 */
const MAX_TRIES = 20;

const DEFAULT_PORT = 6379;

/** Connection and sign-in options for the nodes of a cluster. */
type NodeOptions = Pick<RedisOptions, 'username' | 'password' | 'tls' | 'connectTimeout'>;

interface ClusterAddress {
  nodes: { host: string; port: number }[];
  nodeOptions: NodeOptions;
}

/**
 * Parses a comma-separated list of node URLs. One reachable node suffices, as it knows the others. User name,
 * password and TLS of the first URL apply to all.
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
 * Without auto-pipelining. ioredis retries a pipeline only if all of it was refused with the same message,
 * but MOVED errors contain the slot: commands in one pipeline would fail whenever a master changes.
 */
const commonOptions = (nodeOptions: NodeOptions) => ({
  // Resolves host names per connection; otherwise one unresolvable name would block every node.
  dnsLookup: (host: string, done: (error: null, address: string) => void) => done(null, host),
  slotsRefreshTimeout: NODE_TIMEOUT_MS,
  slotsRefreshInterval: REFRESH_MS,
  clusterRetryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1_000),
  redisOptions: { ...nodeOptions, maxRetriesPerRequest: null },
});

interface ClusterClientOptions {
  /** Command timeout in milliseconds. */
  timeoutMs: number;
  /** Prefix of every key. */
  keyPrefix?: string;
}

/**
 * A cluster client with a command timeout. For a transaction the timeout applies to each try; ioredis makes
 * up to `MAX_TRIES` when connections end and slots move.
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
   * While no node is reachable, commands fail at once: ioredis would queue them without a limit and run them
   * after their requests were answered with an error. Commands wait only for the first connection.
   */
  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    // It already timed out while waiting for the first connection.
    if (isTimedOut(command, stream)) return command.promise;
    // The client itself sends CLUSTER INFO to find out whether it is ready.
    if (this.#wasReady && this.status !== 'ready' && command.name !== 'cluster') {
      command.reject(new Error('Connection is closed.'));
      return command.promise;
    }
    limitCommand(command, stream, this.#timeoutMs);
    const { reject } = command;
    const sent = super.sendCommand(command, stream, node);
    if (command.reject !== reject) stopRetriesAfterTimeout(command);
    return sent;
  }
}

/**
 * Stops retries of a command that timed out: ioredis retries it after each refusal, and whenever a connection
 * that it waits for ends.
 */
function stopRetriesAfterTimeout(command: Command): void {
  const { reject: tryAgain } = command;
  command.reject = (error) => {
    if (!command.isSettled) tryAgain(error);
  };
}

/** Drops commands that timed out while the node's connection was being established. */
function dropTimedOutCommands(node: Redis): void {
  const send = node.sendCommand.bind(node);
  node.sendCommand = (command, stream) =>
    isTimedOut(command, stream) ? command.promise : send(command, stream);
}

/**
 * Creates a client of a Redis Cluster that connects on first use, follows slots to their masters, and
 * replaces silent connections. Not for blocking commands.
 */
export function connectCluster(address: string, options: ClusterClientOptions): Cluster {
  const client = new ImpatientCluster(address, options);
  // Failed commands reject individually; without a listener the error event would end the process.
  client.on('error', () => {});
  client.on('+node', (node) => {
    watchConnection(node);
    dropTimedOutCommands(node);
  });
  return client;
}

/**
 * Makes a client, and BullMQ's duplicates of it, end when disconnected. If a command is redirected to another
 * master meanwhile, ioredis waits for the end of a connection that it never opens, and a worker would hang
 * with it.
 */
function endOnceDisconnecting(client: Cluster): Cluster {
  client.on('+node', (node) => {
    if (client.status === 'disconnecting') node.disconnect();
  });
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    duplicate: (...how: Parameters<Cluster['duplicate']>) => endOnceDisconnecting(duplicate(...how)),
  });
}

/**
 * Creates a client of a Redis Cluster for blocking commands, which retries forever. The ready check is
 * disabled: in an incomplete cluster ioredis would reconnect without resolving the first connect, and a
 * worker would hang after a failover.
 */
export function connectClusterForBlocking(address: string): Cluster {
  const { nodes, nodeOptions } = readClusterAddress(address);
  return endOnceDisconnecting(new Cluster(nodes, { ...commonOptions(nodeOptions), enableReadyCheck: false }));
}
