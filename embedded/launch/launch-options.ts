import { parseArgs } from 'node:util';

/** Role of a server, its setting ROLE: all traffic, requests only, or sockets only. */
type LaunchedRole = 'all' | 'api' | 'sockets';

export interface LaunchedServer {
  name: string;
  role: LaunchedRole;
}

/**
 * What to start: servers, names of the workers, whether a load balancer, and a Redis Cluster or one Redis.
 */
export interface LaunchOptions {
  servers: LaunchedServer[];
  workers: string[];
  hasBalancer: boolean;
  hasRedisCluster: boolean;
}

const MAX_COUNT = 16;

/**
 * Parses `--cluster [--servers 3] [--api 0] [--sockets 0] [--workers 2] [--redis-cluster]`: servers for all
 * traffic, for requests only and for sockets only. If servers are given by role, `--servers` defaults to
 * none. Without `--cluster` there are one `server`, one `worker` and no balancer; `--workers 0` omits the
 * worker.
 *
 * @throws Error on invalid options, or if no server would take requests, or sockets
 */
export function readOptions(args: string[]): LaunchOptions {
  const { values } = parseArgs({
    args,
    options: {
      dev: { type: 'boolean' },
      cluster: { type: 'boolean', default: false },
      servers: { type: 'string' },
      api: { type: 'string' },
      sockets: { type: 'string' },
      workers: { type: 'string' },
      'redis-cluster': { type: 'boolean', default: false },
    },
  });
  const hasRedisCluster = values['redis-cluster'];
  if (!values.cluster) {
    return {
      servers: [{ name: 'server', role: 'all' }],
      workers: countOf('workers', values.workers ?? '1', { from: 0, to: 1 }) === 1 ? ['worker'] : [],
      hasBalancer: false,
      hasRedisCluster,
    };
  }
  const { api, sockets } = values;
  const isByRole = api !== undefined || sockets !== undefined;
  const servers = [
    ...(values.servers === undefined && isByRole ? [] : serversOf('all', 'servers', values.servers ?? '3')),
    ...(api === undefined ? [] : serversOf('api', 'api', api)),
    ...(sockets === undefined ? [] : serversOf('sockets', 'sockets', sockets)),
  ];
  if (!servers.some(takesRequests))
    throw new Error('Who takes requests? --sockets needs --api or --servers.');
  if (!servers.some(takesSockets)) throw new Error('Who takes sockets? --api needs --sockets or --servers.');
  const workers = namesOf('worker', countOf('workers', values.workers ?? '2', { from: 0, to: MAX_COUNT }));
  return { servers, workers, hasBalancer: true, hasRedisCluster };
}

export const takesRequests = ({ role }: LaunchedServer): boolean => role !== 'sockets';
export const takesSockets = ({ role }: LaunchedServer): boolean => role !== 'api';

const serversOf = (role: LaunchedRole, option: string, count: string): LaunchedServer[] =>
  namesOf(role === 'all' ? 'server' : role, countOf(option, count, { from: 1, to: MAX_COUNT })).map(
    (name) => ({ name, role }),
  );

function countOf(option: string, count: string, { from, to }: { from: number; to: number }): number {
  const number = Number(count);
  if (!/^\d+$/.test(count) || number < from || number > to) {
    throw new Error(`--${option} is a number from ${from} to ${to}: ${count}`);
  }
  return number;
}

const namesOf = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
