import { type LaunchOptions, takesRequests } from './launch-options.ts';

/** Whether the balancer speaks TLS, with a certificate that this machine need not trust. */
const hasTls = ({ hasBalancer }: Pick<LaunchOptions, 'hasBalancer'>): boolean =>
  hasBalancer && Boolean(process.env.TLS_CERTIFICATE);

/** Where people reach the site: PUBLIC_URL, or this machine at its port. */
export function siteAddress({ hasBalancer, port }: { hasBalancer: boolean; port: number }): string {
  return process.env.PUBLIC_URL || `${hasTls({ hasBalancer }) ? 'https' : 'http'}://localhost:${port}`;
}

/**
 * Where the Stripe simulator sends webhooks, by plain HTTP: to the balancer, whose servers stand in for each other, and where that speaks TLS to
 * the first server that takes requests. `port` is the site's, `ports` are those of the servers.
 */
export function webhookAddress(
  { servers, hasBalancer }: Pick<LaunchOptions, 'servers' | 'hasBalancer'>,
  { port, ports }: { port: number; ports: readonly number[] },
): string {
  const isByBalancer = hasBalancer && !hasTls({ hasBalancer });
  return `http://127.0.0.1:${isByBalancer ? port : ports[servers.findIndex(takesRequests)]}/api/webhooks/stripe`;
}

/** What the nth worker is told that others are not: a port of its own, counted from WORKER_PORT on, where there is one. */
export function workerSettings(n: number): Record<string, string> {
  const { WORKER_PORT } = process.env;
  return WORKER_PORT ? { WORKER_PORT: `${Number(WORKER_PORT) + n}` } : {};
}
