import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { mayReadMetrics, metrics } from './metrics.ts';

/** `/healthz` (the process runs) and `/metrics` (with METRICS_TOKEN as bearer token); 404 for all else. */
const answer: RequestListener = async ({ url, headers }, res) => {
  if (url === '/healthz') {
    res.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
  } else if (url === '/metrics' && mayReadMetrics(headers.authorization)) {
    res.setHeader('Content-Type', metrics.contentType).end(await metrics.metrics());
  } else {
    res.writeHead(404).end();
  }
};

/**
 * Serves probes and metrics for a process without an HTTP server of its own. Does not keep the process alive.
 *
 * @param port 0 for any free port
 * @returns the port it listens on
 */
export async function serveProbes(port: number): Promise<number> {
  const server = createServer(answer);
  server.listen(port);
  await once(server, 'listening');
  server.unref();
  return Object(server.address()).port;
}
