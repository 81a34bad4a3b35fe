import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
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

/** A call the API got, such as `POST /api/rides`, with its JSON. */
interface ApiCall {
  call: string;
  body: unknown;
  headers: IncomingHttpHeaders;
}

type ApiReply = readonly [status: number, body: unknown];

/** Replies by call. A function may wait before it answers. A test may replace a reply while it runs. */
export type ApiReplies = Record<string, ApiReply | ((call: ApiCall) => ApiReply | Promise<ApiReply>)>;

/** For one test: the API with these replies, and 503 to any other call. The calls it gets are added to the list returned. */
export async function answerApi(replies: ApiReplies): Promise<ApiCall[]> {
  const calls: ApiCall[] = [];
  await serveApi(async (req, res) => {
    const hasBody = req.headers['content-type'] === 'application/json';
    const made = {
      call: `${req.method} ${req.url}`,
      body: hasBody ? await json(req) : undefined,
      headers: req.headers,
    };
    calls.push(made);
    const reply = replies[made.call] ?? ([503, {}] as const);
    const [status, body] = typeof reply === 'function' ? await reply(made) : reply;
    res.writeHead(status).end(JSON.stringify(body));
  });
  return calls;
}
