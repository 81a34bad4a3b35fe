import { parseArgs } from 'node:util';

/** What to run: the names of the servers and workers, and whether a balancer stands before them. */
export interface LaunchOptions {
  servers: string[];
  workers: string[];
  hasBalancer: boolean;
}

const MOST = 16;

function names(kind: string, count: string): string[] {
  const number = Number(count);
  if (!Number.isInteger(number) || number < 1 || number > MOST) {
    throw new Error(`--${kind}s is a number from 1 to ${MOST}: ${count}`);
  }
  return Array.from({ length: number }, (_, index) => `${kind}-${index + 1}`);
}

/**
 * Reads `--cluster [--servers 3] [--workers 2]`; without it there is one `server` and one `worker`, and no balancer.
 * @throws Error on options that make no sense
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
    servers: names('server', values.servers),
    workers: names('worker', values.workers),
    hasBalancer: true,
  };
}
