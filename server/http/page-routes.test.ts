import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { OPS_PAGES } from '#common/ops/ops-pages.ts';
import { LINK_PATHS, ORIGIN_PLACEHOLDER, PAGE_PATHS } from '#common/pages.ts';
import { env } from '../env.ts';
import { errorHandler } from './error-handler.ts';
import { createPageRoutes } from './page-routes.ts';

const THEME = "document.documentElement.classList.toggle('dark')";
const SITE = {
  'app.html': `<!doctype html><script>${THEME}</script><script type="module" src="/assets/main-1a2b.js"></script>`,
  'index.html': `<!doctype html><link rel="canonical" href="${ORIGIN_PLACEHOLDER}/"><h1>Home</h1>`,
  'about/index.html': `<!doctype html><h1>About</h1><script type="application/ld+json">{"@type":"Thing"}</script><script>about()</script>`,
  'assets/main-1a2b.js': `console.log(${JSON.stringify('marquee '.repeat(400))});`,
  'assets/small-3c4d.js': 'export {};',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** Serves a site with these files. */
async function serve(files: Record<string, string>): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const app = express().disable('x-powered-by').use(createPageRoutes(directory), errorHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    rmSync(directory, { recursive: true });
  });
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

/** Like fetch, but without decoding the body. */
function getRaw(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: number }>(
    (resolve, reject) => {
      const asked = request(url, { headers }, async (response) => {
        let bytes = 0;
        for await (const chunk of response) bytes += chunk.length;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
      });
      asked.once('error', reject).end();
    },
  );
}

const directives = (policy: string | null) =>
  Object.fromEntries(
    (policy ?? '').split(';').map((line) => {
      const [name = '', ...values] = line.trim().split(' ');
      return [name, values];
    }),
  );

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('every page path is answered 200 and any other path 404, both with the application', async () => {
  const url = await serve(SITE);
  const statusOf = async (path: string) => (await fetch(url + path)).status;

  const opsPaths = OPS_PAGES.map(({ path }) => path.replace(/:\w+/g, 'any'));
  for (const path of [...PAGE_PATHS, ...opsPaths, '/invitation/abc']) {
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  }
  expect(await statusOf('/help/')).toBe(200);
  expect(await statusOf('/help?topic=pay#top')).toBe(200);
  for (const path of [
    '/nowhere',
    '/about/us',
    '/index',
    '/ops/nowhere',
    '/invitation',
    '/invitation/a/b',
    '//evil.example',
    '/..%2f..%2fpackage.json',
  ]) {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toBe(SITE['app.html']);
  }
});

test('a prerendered page is served instead of the application shell', async () => {
  const url = await serve(SITE);

  expect(await (await fetch(`${url}/about`)).text()).toBe(SITE['about/index.html']);
  expect(await (await fetch(`${url}/about/`)).text()).toBe(SITE['about/index.html']);
});

test('the home page is served prerendered, with the public URL filled in', async () => {
  const url = await serve(SITE);

  expect(await (await fetch(url)).text()).toBe(
    `<!doctype html><link rel="canonical" href="${env.PUBLIC_URL}/"><h1>Home</h1>`,
  );
});

test('personal and missing pages are not indexed', async () => {
  const url = await serve(SITE);
  const robotsOf = async (path: string) => (await fetch(url + path)).headers.get('x-robots-tag');

  for (const path of [
    '/my-rides',
    `/my-rides/${'a'.repeat(24)}`,
    '/checkout',
    '/driver',
    '/sign-in',
    '/nowhere',
  ]) {
    expect([path, await robotsOf(path)]).toEqual([path, 'noindex']);
  }
  for (const path of ['/', '/about', '/help']) expect([path, await robotsOf(path)]).toEqual([path, null]);
});

test('hashed files are cached permanently, pages revalidated, and payment pages not cached at all', async () => {
  const url = await serve(SITE);
  const cachingOf = async (path: string) => (await fetch(url + path)).headers.get('cache-control');

  expect(await cachingOf('/assets/main-1a2b.js')).toBe('public, max-age=31536000, immutable');
  expect(await cachingOf('/')).toBe('no-cache');
  expect(await cachingOf('/favicon.svg')).toBe('no-cache');
  expect(await cachingOf('/checkout?clientSecret=pi_1_secret_2&rideId=3')).toBe('no-store');
  expect(await cachingOf('/my-rides?payment_intent_client_secret=pi_1_secret_2')).toBe('no-store');
});

test('a page with a token in its address is not cached, not indexed and not sent to other sites as referrer', async () => {
  const { headers } = await fetch(`${await serve(SITE)}/invitation/0123abc`);

  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('strict-origin');
  expect(headers.get('x-robots-tag')).toBe('noindex');
});

test('a file of an older build is answered 404 as text, not with the application', async () => {
  const response = await fetch(`${await serve(SITE)}/assets/main-0000.js`);

  expect([response.status, await response.text()]).toEqual([404, 'Not found']);
});

test('an unchanged file is answered 304', async () => {
  const url = await serve(SITE);
  const first = await fetch(url);

  const again = await getRaw(url, { 'if-none-match': first.headers.get('etag') ?? '' });

  expect([again.status, again.bytes]).toEqual([304, 0]);
});

test('text is compressed in the best encoding the browser accepts, unless it is too small', async () => {
  const url = `${await serve(SITE)}/assets/main-1a2b.js`;
  const whole = SITE['assets/main-1a2b.js'].length;

  for (const [accepts, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const reply = await getRaw(url, { 'accept-encoding': accepts });
    expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(reply.bytes).toBeLessThan(whole / 5);
    // A strong tag would promise the same bytes whatever the encoding (RFC 9110, 8.8.1).
    expect(reply.headers.etag).toMatch(/^W\/"/);
  }
  const plain = await getRaw(url);
  expect([plain.bytes, plain.headers['content-encoding']]).toEqual([whole, undefined]);
  const small = await getRaw(url.replace('main-1a2b', 'small-3c4d'), { 'accept-encoding': 'br' });
  expect(small.headers['content-encoding']).toBeUndefined();
});

test('the content security policy allows our origin, Stripe, map tiles and built-in inline scripts only', async () => {
  const url = await serve(SITE);
  const { headers } = await fetch(`${url}/checkout`);
  const policy = directives(headers.get('content-security-policy'));
  const simulator = new URL(process.env.STRIPE_SIMULATOR_URL ?? '').origin;

  const scripts = ["'self'", 'https://js.stripe.com', simulator, sha256(THEME), sha256('about()')];
  expect(policy['script-src']?.toSorted()).toEqual(scripts.toSorted());
  expect(policy['style-src']).toEqual(["'self'"]);
  expect(policy['frame-src']).toEqual(
    expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']),
  );
  expect(policy['connect-src']).toEqual([
    "'self'",
    'ws://localhost:3000',
    'https://api.stripe.com',
    simulator,
  ]);
  expect(policy['img-src']).toEqual(["'self'", 'data:', 'https://tile.openstreetmap.org']);
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy[name]).toEqual(["'none'"]);
  expect(policy['form-action']).toEqual(["'self'"]);
  expect(policy).not.toHaveProperty('upgrade-insecure-requests');
  const lenient = Object.keys(policy).filter((name) =>
    policy[name]?.some((value) => /unsafe|^\*$/.test(value)),
  );
  expect(lenient).toEqual(['style-src-elem']);
});

test.each(['/', '/about', '/nowhere', '/assets/main-1a2b.js', '/assets/none.js', '/favicon.svg'])(
  '%s carries the security headers',
  async (path) => {
    const { headers } = await fetch((await serve(SITE)) + path);

    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("object-src 'none'"),
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers.has('strict-transport-security')).toBe(false);
  },
);

test('a site that is not built is answered 503 with the build command', async () => {
  const response = await fetch(await serve({}));

  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
});

test('the server’s list of pages contains every route of the web router', () => {
  const router = readFileSync(new URL('../../web/app/router.tsx', import.meta.url), 'utf8');
  const routed = [...router.matchAll(/path="(\/[^"]*)"/g)].map(([, path]) => path);

  expect(routed.length).toBeGreaterThan(0);
  // The console's pages are checked by types in ops-screens.tsx.
  expect([...PAGE_PATHS, ...LINK_PATHS, '/ops/*']).toEqual(expect.arrayContaining(routed));
});

test('robots.txt disallows API calls and payments, and names the sitemap', async () => {
  const response = await fetch(`${await serve(SITE)}/robots.txt`);

  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toContain('Disallow: /api/\nDisallow: /checkout\n');
  expect(text).toContain(`Sitemap: ${env.PUBLIC_URL}/sitemap.xml`);
});

test('the sitemap lists every page except personal ones once, with its public URL', async () => {
  const response = await fetch(`${await serve(SITE)}/sitemap.xml`);

  expect(response.headers.get('content-type')).toContain('application/xml');
  const listed = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  const personal =
    /^\/(driver(\/drive|-schedule|-earnings|-rating)?|my-rides(\/:rideId)?|driver-rides(\/:rideId\/order-sheet)?|checkout|sign-in|sign-up|reset-password|confirm-email|account|drive\/apply|drive\/application\/:token)$/;
  const expected = PAGE_PATHS.filter((path) => !personal.test(path));
  expect(listed.toSorted()).toEqual(expected.map((path) => new URL(path, env.PUBLIC_URL).href).toSorted());
});

test('security.txt names a contact and expires between half a year and a year from now', async () => {
  const response = await fetch(`${await serve(SITE)}/.well-known/security.txt`);
  const fields = Object.fromEntries(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(fields).toMatchObject({
    Contact: 'mailto:hello@marquee.example',
    Canonical: 'http://localhost:3000/.well-known/security.txt',
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(366);
});
