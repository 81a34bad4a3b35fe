import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Request, Response } from 'playwright/test';
import { bookRide, payByCard } from './testing/book.ts';
import { openRider, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

const INVENTORY = readFileSync('docs/checkout-scripts.md', 'utf8');

/** Returns the cells of a table in the inventory, by row. */
const rowsOf = (heading: string): string[][] => {
  const [, section = ''] = INVENTORY.split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  const rows = body.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) => row.slice(2, -2).split(' | '));
};

const marked = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

const PACKAGES = rowsOf('Packages in the application').flatMap(([names]) => marked(names));
const HEADERS = new Map(
  rowsOf('Headers').map(([name, value]) => [marked(name)[0] ?? '', marked(value)[0] ?? '']),
);

/** Text that identifies each inline script of the inventory. */
const INLINE: Record<string, string> = {
  'Address secret': 'payment_intent_client_secret',
  Theme: 'prefers-color-scheme',
  'Early click': 'earlyClick',
  'Code after the first frame': 'page-code',
};

/** The packages in each built script, by path. */
const built: Record<string, string[]> = JSON.parse(readFileSync('dist/packages.json', 'utf8'));

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('base64');

/** Returns the origin that serves the stand-in for Stripe.js here. */
async function readSimulator(page: Page): Promise<string> {
  const { stripeJsUrl } = await (await page.request.get('/api/config')).json();
  return new URL(stripeJsUrl).origin;
}

const pathOf = (request: Request) => new URL(request.url()).pathname.slice(1);

test('every script loaded from the booking form to the payment is in the inventory', async ({ browser }) => {
  const page = await openRider(browser);
  const simulator = await readSimulator(page);
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));

  await bookRide(page);
  await payByCard(page);
  await expect(page.getByText('Payment Successful').first()).toBeVisible();
  const site = new URL(siteUrl()).origin;
  const origins = new Set(responses.map((response) => new URL(response.url()).origin));
  expect([...origins].filter((origin) => origin !== 'null').toSorted()).toEqual([simulator, site].toSorted());

  const scripts = responses.filter((response) => response.request().resourceType() === 'script');
  for (const script of scripts) {
    if (new URL(script.url()).origin === simulator) {
      expect(script.url()).toBe(`${simulator}/v3/stripe.js`);
      continue;
    }
    const path = pathOf(script.request());
    expect(Object.keys(built)).toContain(path);
    expect(sha256(await script.body()), path).toBe(sha256(readFileSync(`dist/web/${path}`)));
  }
  const loaded = scripts.map((script) => pathOf(script.request()));
  expect(loaded.filter((path) => path.includes('card-payment'))).toHaveLength(1);
  const inserted = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && !/^application\//.test(type))
      .map(({ text }) => text),
  );
  expectInline(inserted, ['Inline', 'Inline, of public pages']);
});

/** Expects these scripts to be exactly those that the inventory lists for these origins. */
function expectInline(scripts: readonly string[], origins: readonly string[]) {
  const names = scripts.map(
    (text) => Object.entries(INLINE).find(([, mark]) => text.includes(mark))?.[0] ?? text,
  );
  const listed = rowsOf('Scripts').filter(([, from = '']) => origins.includes(from));
  expect(names.toSorted()).toEqual(listed.map(([name = '']) => name).toSorted());
}

test('the script inventory lists exactly the packages of the build, each with a locked version', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

  expect(PACKAGES.toSorted()).toEqual([...new Set(Object.values(built).flat())].toSorted());
  for (const name of PACKAGES)
    expect([name, lock[`node_modules/${name}`]?.integrity]).toContainEqual(expect.stringMatching(/^sha512-/));
  expect(
    PACKAGES.filter((name) => /analytics|gtag|segment|sentry|hotjar|mixpanel|posthog/.test(name)),
  ).toEqual([]);
});

/** Only sent in production, where all traffic uses TLS. */
const OF_PRODUCTION = ['strict-transport-security'];

/** Headers that describe the reply rather than restrict the page. */
const OF_REPLY =
  /^(connection|content-(encoding|length|type)|date|etag|keep-alive|set-cookie|transfer-encoding|vary|x-request-id|x-robots-tag|cross-origin-resource-policy|origin-agent-cluster|x-dns-prefetch-control|x-download-options|x-permitted-cross-domain-policies|x-served-by|x-xss-protection)$/;

test('the payment page has exactly the headers and inline scripts that the inventory lists', async ({
  browser,
}) => {
  const page = await openRider(browser);
  const simulator = await readSimulator(page);
  const response = await page.request.get('/checkout');
  const { 'content-security-policy': policy = '', ...headers } = response.headers();

  const sent = Object.entries(headers).filter(([name]) => !OF_REPLY.test(name));
  const declared = [...HEADERS].filter(
    ([name]) => name !== 'content-security-policy' && !OF_PRODUCTION.includes(name),
  );
  expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(declared));
  expect(directivesOf(policy, simulator)).toEqual(
    directivesOf(HEADERS.get('content-security-policy') ?? '', simulator),
  );
  const html = await response.text();
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  expectInline(inline, ['Inline']);
  for (const script of inline) expect(policy).toContain(`'sha256-${sha256(script)}'`);
});

/** Parses a policy by directive, without the sources that differ between installations. */
function directivesOf(policy: string, simulator: string): Record<string, string[]> {
  const isFixed = (source: string) =>
    source !== simulator && !/^'sha256-|^wss?:|^https:\/\/tile\.|^\{/.test(source);
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(
    directives
      .filter(([name]) => name !== 'upgrade-insecure-requests')
      .map(([name, ...sources]) => [name, sources.filter(isFixed)]),
  );
}
