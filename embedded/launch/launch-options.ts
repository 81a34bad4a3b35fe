import { parseArgs } from 'node:util';

/** What to run: the names of the servers and workers, and whether a load balancer is in front of them. */
export interface LaunchOptions {
  servers: string[];
  workers: string[];
  hasBalancer: boolean;
}

const MAX_COUNT = 16;

/**
 * Reads `--cluster [--servers 3] [--workers 2]`; without it there is one `server`, one `worker` and no balancer.
 *
 * @throws Error on invalid options
 */
export function readOptions(args: string[]): LaunchOptions {
  const { values } = parseArgs({
    args,
    options: {
      dev: { type: 'boolean' },
      cluster: { type: 'boolean', default: false },
      servers: { type: 'string', default: '3' },
      workers: { type: 'string', default: '2' },
    },
  });
  if (!values.cluster) return { servers: ['server'], workers: ['worker'], hasBalancer: false };
  return {
    servers: numberedNames('server', values.servers),
    workers: numberedNames('worker', values.workers),
    hasBalancer: true,
  };
}

function numberedNames(kind: string, count: string): string[] {
  const number = Number(count);
  if (!Number.isInteger(number) || number < 1 || number > MAX_COUNT) {
    throw new Error(`--${kind}s is a number from 1 to ${MAX_COUNT}: ${count}`);
  }
  return Array.from({ length: number }, (_, index) => `${kind}-${index + 1}`);
}
