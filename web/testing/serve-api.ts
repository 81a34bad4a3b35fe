import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { recordServerDate } from '#web/lib/server-clock.ts';

/** Ids of calls that were sent and are not recorded yet. */
const underWay = new Set<string>();

/**
 * Waits until every call that was made is recorded, also one that this task still makes. Without it, `calls`
 * lacks a call that was made just before.
 */
export async function callsArrived(): Promise<void> {
  await new Promise(setImmediate);
  await vi.waitUntil(() => underWay.size === 0, { timeout: 10_000 });
}

/**
 * Serves the API from a real server for one test, with the test's clock in its `Date` header. Paths passed to
 * `fetch` and XMLHttpRequest are sent to it.
 */
export async function serveApi(listener: RequestListener): Promise<string> {
  const server = createServer((req, res) => {
    res.setHeader('date', new Date().toUTCString());
    // XMLHttpRequest in jsdom sends a CORS preflight, since the server has another origin.
    res.setHeader('access-control-allow-origin', '*');
    res.setHeader('access-control-allow-headers', 'content-type');
    if (req.method === 'OPTIONS') res.writeHead(204).end();
    else listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const realFetch = globalThis.fetch;
  let isOver = false;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const requestId = new Headers(init?.headers).get('x-request-id') ?? '';
    if (requestId) underWay.add(requestId);
    const reply = await realFetch(new URL(path, address), init).finally(() => underWay.delete(requestId));
    // A late reply must not reach the next test, whose clock would differ from its `Date` header by days.
    return isOver ? new Promise<never>(() => {}) : reply;
  });
  if (typeof XMLHttpRequest !== 'undefined') {
    const RealRequest = XMLHttpRequest;
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends RealRequest {
        override open(method: string, path: string | URL): void {
          super.open(method, new URL(path, address));
        }
      },
    );
  }
  onTestFinished(() => {
    isOver = true;
    vi.unstubAllGlobals();
    recordServerDate(new Date().toUTCString());
  });
  return address;
}

/** A received call, such as `POST /api/rides`, with its JSON body. */
interface ApiCall {
  call: string;
  body: unknown;
  headers: IncomingHttpHeaders;
}

type ApiReply = readonly [status: number, body: unknown];

/** Replies by call. A function can delay its reply. A test may replace a reply while it runs. */
export type ApiReplies = Record<string, ApiReply | ((call: ApiCall) => ApiReply | Promise<ApiReply>)>;

/**
 * Serves the API with these replies for one test, and responds with 503 to other calls.
 *
 * @returns the received calls
 */
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
    underWay.delete(String(req.headers['x-request-id']));
    const reply = replies[made.call] ?? ([503, {}] as const);
    const [status, body] = typeof reply === 'function' ? await reply(made) : reply;
    res.writeHead(status).end(JSON.stringify(body));
  });
  return calls;
}

/** Returns the bodies sent with one call, such as `POST /api/rides`, oldest first. */
export const sent = (calls: readonly ApiCall[], call: string): unknown[] =>
  calls.filter((made) => made.call === call).map(({ body }) => body);
