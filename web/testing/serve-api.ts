import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/**
 * For one test: a real server in the place of the API, with the clock of the test. Paths given to `fetch` go to it, as they go to their
 * own host in a browser. Returns its address.
 */
export async function serveApi(listener: RequestListener): Promise<string> {
  const server = createServer((req, res) => {
    res.setHeader('date', new Date().toUTCString());
    listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => realFetch(new URL(path, address), init));
  onTestFinished(() => void vi.unstubAllGlobals());
  return address;
}
