import { workerData } from 'node:worker_threads';
import type { ScreenSettings } from './messages.ts';

/**
 * The browser APIs that the client code of one page uses: one origin with its cookies, and a page that
 * is always visible.
 */
const { site, address }: ScreenSettings = workerData;

const cookies = new Map<string, string>();

/**
 * The headers of every request of the page and of its socket handshakes. Updated in place
 * when cookies change.
 */
export const pageHeaders: Record<string, string> = {
  origin: site,
  // Sign-in is rate-limited by client address, which the server reads from this header as
  // set by the balancer.
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

/** `fetch` for an app beside the page: without the page's cookies and origin. */
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

/** The demo does not sign in automatically after a sign-out. */
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
  // Connects the windows of one browser; each of these pages has its own browser.
  BroadcastChannel: undefined,
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem() {},
  },
});
