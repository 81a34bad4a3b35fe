import { expect, test, vi } from 'vitest';
import { siteAddress, webhookAddress, workerSettings } from './addresses.ts';
import { readOptions } from './launch-options.ts';

const ALONE = readOptions([]);
const CLUSTER = readOptions(['--cluster', '--sockets', '1', '--api', '2']);

/** Runs `read` with these environment variables set. */
function withSettings<Result>(settings: Record<string, string>, read: () => Result): Result {
  for (const [name, value] of Object.entries({ PUBLIC_URL: '', TLS_CERTIFICATE: '', ...settings })) {
    vi.stubEnv(name, value);
  }
  try {
    return read();
  } finally {
    vi.unstubAllEnvs();
  }
}

test('the site address is https only if a balancer has a certificate, unless PUBLIC_URL is set', () => {
  const addressOf = (hasBalancer: boolean, settings: Record<string, string> = {}) =>
    withSettings(settings, () => siteAddress({ hasBalancer, port: 3000 }));
  const TLS_CERTIFICATE = 'certificate.pem';

  expect(addressOf(true, { TLS_CERTIFICATE })).toBe('https://localhost:3000');
  expect(addressOf(false, { TLS_CERTIFICATE })).toBe('http://localhost:3000');
  expect(addressOf(true)).toBe('http://localhost:3000');
  expect(addressOf(true, { TLS_CERTIFICATE, PUBLIC_URL: 'https://a.example' })).toBe('https://a.example');
});

test('webhooks go to the balancer, or directly to an API server if the balancer has a certificate', () => {
  const addressOf = (options: typeof ALONE, settings: Record<string, string> = {}) =>
    withSettings(settings, () => webhookAddress(options, { port: 3000, ports: [4001, 4002, 4003] }));
  const sockets = CLUSTER.servers.filter(({ role }) => role === 'sockets');
  const requests = CLUSTER.servers.filter(({ role }) => role === 'api');
  const socketsFirst = { ...CLUSTER, servers: [...sockets, ...requests] };

  expect(addressOf(ALONE)).toBe('http://127.0.0.1:4001/api/webhooks/stripe');
  expect(addressOf(CLUSTER)).toBe('http://127.0.0.1:3000/api/webhooks/stripe');
  expect(addressOf(socketsFirst, { TLS_CERTIFICATE: 'certificate.pem' })).toBe(
    'http://127.0.0.1:4002/api/webhooks/stripe',
  );
});

test('each worker gets its own port, counted from WORKER_PORT', () => {
  const portsOf = (WORKER_PORT: string) =>
    withSettings({ WORKER_PORT }, () => CLUSTER.workers.map((_, n) => workerSettings(n)));

  expect(portsOf('3001')).toEqual([{ WORKER_PORT: '3001' }, { WORKER_PORT: '3002' }]);
  expect(portsOf('')).toEqual([{}, {}]);
});
