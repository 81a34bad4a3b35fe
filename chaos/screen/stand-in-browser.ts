import { workerData } from 'node:worker_threads';
import type { ScreenSettings } from './messages.ts';

/** The browser APIs that the client code of one page uses: one origin, its cookies, a page always visible. */
const { site, address }: ScreenSettings = workerData;

const cookies = new Map<string, string>();

/**
 * The headers of every request of the page and of the socket's handshakes; updated in place with the
 * cookies.
 */
export const pageHeaders: Record<string, string> = {
  origin: site,
  // Sign-in is limited by client address, which the server reads from this header as set by the balancer.
  'x-forwarded-for': address,
};

function storeCookies(response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
    cookies.set(name, value);
    pageHeaders.cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  }
}

const nodeFetch = globalThis.fetch;

/** `fetch` as of an app beside the page: without its cookies and origin. */
export const fetchAsApp = nodeFetch;

/** `fetch` as in a page: resolves relative paths, sends and stores the site's cookies. */
async function fetchAsPage(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, site);
  if (url.origin !== site) return nodeFetch(url, init);
  const headers = { ...Object.fromEntries(new Headers(init.headers)), ...pageHeaders };
  const response = await nodeFetch(url, { ...init, headers });
  storeCookies(response);
  return response;
}

/** After a sign-out the demo does not sign in by itself. */
const stored = new Map([['signed-out', 'yes']]);

Object.assign(globalThis, {
  fetch: fetchAsPage,
  window: Object.assign(new EventTarget(), { location: { origin: site, pathname: '/my-rides' } }),
  document: Object.assign(new EventTarget(), {
    hidden: false,
    title: 'Marquee',
    getElementById: () => null,
    hasFocus: () => true,
  }),
  // Of one browser's windows: these pages are of one each.
  BroadcastChannel: undefined,
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem() {},
  },
});
