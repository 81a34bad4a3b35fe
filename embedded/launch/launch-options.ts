import { parseArgs } from 'node:util';

/** Role of a server, its setting ROLE: all traffic, requests only, or sockets only. */
export type LaunchedRole = 'all' | 'api' | 'sockets';

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
 * none. Without `--cluster` there are one `server`, one `worker` and no balancer.
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
      workers: { type: 'string', default: '2' },
      'redis-cluster': { type: 'boolean', default: false },
    },
  });
  const hasRedisCluster = values['redis-cluster'];
  if (!values.cluster) {
    return {
      servers: [{ name: 'server', role: 'all' }],
      workers: ['worker'],
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
  const workers = numberedNames('worker', 'workers', values.workers);
  return { servers, workers, hasBalancer: true, hasRedisCluster };
}

export const takesRequests = ({ role }: LaunchedServer): boolean => role !== 'sockets';
export const takesSockets = ({ role }: LaunchedServer): boolean => role !== 'api';

const serversOf = (role: LaunchedRole, option: string, count: string): LaunchedServer[] =>
  numberedNames(role === 'all' ? 'server' : role, option, count).map((name) => ({ name, role }));

function numberedNames(kind: string, option: string, count: string): string[] {
  const number = Number(count);
  if (!Number.isInteger(number) || number < 1 || number > MAX_COUNT) {
    throw new Error(`--${option} is a number from 1 to ${MAX_COUNT}: ${count}`);
  }
  return Array.from({ length: number }, (_, index) => `${kind}-${index + 1}`);
}
