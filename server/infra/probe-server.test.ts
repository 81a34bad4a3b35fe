import { expect, test } from 'vitest';
import { serveProbes } from './probe-server.ts';

test('a worker’s probe server answers health checks to anybody and metrics only with the token', async () => {
  const address = `http://127.0.0.1:${await serveProbes(0)}`;
  const statusOf = async (path: string, headers = {}) =>
    (await fetch(`${address}${path}`, { headers })).status;

  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/metrics')).toBe(404);
  expect(await statusOf('/metrics', { authorization: 'Bearer another' })).toBe(404);
  expect(await statusOf('/anything')).toBe(404);
  const reply = await fetch(`${address}/metrics`, {
    headers: { authorization: 'Bearer test-metrics-token' },
  });
  expect(await reply.text()).toContain('job_duration_seconds');
});
