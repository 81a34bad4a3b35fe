import { workerData } from 'node:worker_threads';
import type { ScreenSettings } from './contract.ts';

/** As much of a browser as the product's code for one page asks for: one origin, its cookies, and a page that stays in sight. */
const { site, address }: ScreenSettings = workerData;

const cookies = new Map<string, string>();

/** What goes out with every request of the page, the socket's handshakes included: always as it now is. */
export const pageHeaders: Record<string, string> = {
  origin: site,
  // Sign-in is limited by address: each person has one of its own, told as a proxy would.
  'x-forwarded-for': address,
};

function keepCookies(response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
    cookies.set(name, value);
    pageHeaders.cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  }
}

const fetchAnywhere = globalThis.fetch;

/** `fetch` as a page knows it: addresses may be relative, and cookies of the site are kept. */
async function fetchAsPage(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, site);
  if (url.origin !== site) return fetchAnywhere(url, init);
  const headers = { ...Object.fromEntries(new Headers(init.headers)), ...pageHeaders };
  const response = await fetchAnywhere(url, { ...init, headers });
  keepCookies(response);
  return response;
}

/** As in a browser where somebody signed out before: the demo signs nobody in by itself. */
const stored = new Map([['signed-out', 'yes']]);

Object.assign(globalThis, {
  fetch: fetchAsPage,
  window: Object.assign(new EventTarget(), { location: { origin: site } }),
  document: Object.assign(new EventTarget(), { hidden: false }),
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem() {},
  },
});
