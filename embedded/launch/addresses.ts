import { type LaunchOptions, takesRequests } from './launch-options.ts';

/** Whether the balancer terminates TLS, with a certificate that this machine may not trust. */
const hasTls = ({ hasBalancer }: Pick<LaunchOptions, 'hasBalancer'>): boolean =>
  hasBalancer && Boolean(process.env.TLS_CERTIFICATE);

/** Returns the site's address: PUBLIC_URL, or this machine at the given port. */
export function siteAddress({ hasBalancer, port }: { hasBalancer: boolean; port: number }): string {
  return process.env.PUBLIC_URL || `${hasTls({ hasBalancer }) ? 'https' : 'http'}://localhost:${port}`;
}

/**
 * Returns the URL to which the Stripe simulator sends webhooks over plain HTTP: the balancer, or, if that
 * uses TLS, the first server that takes requests. `port` is the site's, `ports` are the servers'.
 */
export function webhookAddress(
  { servers, hasBalancer }: Pick<LaunchOptions, 'servers' | 'hasBalancer'>,
  { port, ports }: { port: number; ports: readonly number[] },
): string {
  const isByBalancer = hasBalancer && !hasTls({ hasBalancer });
  return `http://127.0.0.1:${isByBalancer ? port : ports[servers.findIndex(takesRequests)]}/api/webhooks/stripe`;
}

/** Returns the settings of the nth worker: its port, counted from WORKER_PORT, if that is set. */
export function workerSettings(n: number): Record<string, string> {
  const { WORKER_PORT } = process.env;
  return WORKER_PORT ? { WORKER_PORT: `${Number(WORKER_PORT) + n}` } : {};
}
