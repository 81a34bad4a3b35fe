import { type Request, type Response, Router } from 'express';
import { DAY_MS } from '#common/durations.ts';
import { OPS_PAGES } from '#common/ops/ops-pages.ts';
import { LINK_PATHS, PAGE_PATHS, PUBLIC_PATHS, TRIP_PATH } from '#common/pages.ts';
import { TRIP_ENDS_AFTER } from '#common/rides/trip-api.ts';
import { env } from '../env.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { readWebFiles, type WebFile } from './read-web-files.ts';
import { createPageHeaders } from './response-headers.ts';

/** Returns a function that tests a path against these patterns, where `:name` matches one segment. */
function createMatch(paths: readonly string[]): (path: string) => boolean {
  const pattern = new RegExp(`^(?:${paths.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|')})$`);
  return (path) => pattern.test(path);
}

const isLink = createMatch(LINK_PATHS);
const isTrip = createMatch([TRIP_PATH]);
const isPage = createMatch([...PAGE_PATHS, ...LINK_PATHS, ...OPS_PAGES.map(({ path }) => path)]);
const isPublic: ReadonlySet<string> = new Set(PUBLIC_PATHS);

/** Pages whose URL may contain a payment's client secret. Never cached. */
const NEVER_CACHED = new Set(['/checkout', '/my-rides']);

const YEAR = 'public, max-age=31536000, immutable';

async function sendFile(req: Request, res: Response, file: WebFile): Promise<void> {
  res.set({ 'Content-Type': file.type, ETag: file.etag, Vary: 'Accept-Encoding' });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const encoding = file.encodings.find((each) => req.acceptsEncodings(each));
  if (!encoding) {
    res.send(file.body);
    return;
  }
  res.set('Content-Encoding', encoding).send(await file.encoded(encoding));
}

/** Sends the bare application with a noscript text; for null, 404 and a notice that the link is invalid. */
async function sendWithText(res: Response, page: WebFile, text: string | null): Promise<void> {
  const saying = `<noscript><div class="column py-16">${text ?? GONE}</div></noscript>`;
  res.status(text === null ? 404 : 200).set('Content-Type', page.type);
  res.send(page.body.toString().replace('<div id="root"></div>', (root) => `${root}${saying}`));
}

const GONE = `<h1>This link no longer works</h1><p>Sharing was stopped, the ride ended over ${TRIP_ENDS_AFTER.text} ago, or the link is incomplete.</p>`;

const hrefOf = (path: string): string => new URL(path, env.PUBLIC_URL).href;

const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /checkout

Sitemap: ${hrefOf('/sitemap.xml')}
`;

const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${PUBLIC_PATHS.map((path) => `  <url><loc>${hrefOf(path)}</loc></url>`).join('\n')}
</urlset>
`;

/** Files for search engines and security researchers, with URLs under PUBLIC_URL. */
const searchRoutes = Router();

searchRoutes.get('/robots.txt', (_req, res) => {
  res.type('text').send(ROBOTS);
});

searchRoutes.get('/sitemap.xml', (_req, res) => {
  res.type('application/xml').send(SITEMAP);
});

/** Builds security.txt (RFC 9116). It expires half a year from today, so it is always valid. */
function securityText(): string {
  const expires = new Date(Math.floor(databaseClock.nowMs() / DAY_MS + 180) * DAY_MS).toISOString();
  return `Contact: ${env.SECURITY_CONTACT || `mailto:${env.MAIL_TO}`}
Expires: ${expires.replace('.000', '')}
Canonical: ${hrefOf('/.well-known/security.txt')}
Preferred-Languages: en
`;
}

searchRoutes.get('/.well-known/security.txt', (_req, res) => {
  res.type('text').set('Cache-Control', 'no-cache').send(securityText());
});

interface PageOptions {
  /** Returns the noscript HTML of a trip page; null when its link is invalid or the page has none. */
  textOf?: (path: string) => Promise<string | null>;
}

/**
 * Serves the built site, robots.txt, sitemap.xml and security.txt. Files with a content hash in their name
 * are cached for a year; everything else is revalidated. A path without a file gets its prerendered page,
 * else the bare application (`app.html`), with status 404 if it is not a page.
 */
export function createPageRoutes(webDirectory: string, { textOf }: PageOptions = {}): Router {
  const files = readWebFiles(webDirectory, new URL(env.PUBLIC_URL).origin);
  const application = files.get('/app.html');
  const pages = [...files].filter(([path]) => path.endsWith('.html')).map(([, file]) => file.body.toString());
  const routes = Router();

  routes.use(searchRoutes);
  routes.use(createPageHeaders(pages));

  routes.get('/{*path}', async (req, res) => {
    const file = files.get(req.path);
    if (file && !req.path.endsWith('.html')) {
      res.set('Cache-Control', req.path.startsWith('/assets/') ? YEAR : 'no-cache');
      await sendFile(req, res, file);
      return;
    }
    if (req.path.startsWith('/assets/')) {
      res.status(404).type('text').send('Not found');
      return;
    }
    const path = req.path.replace(/(?<=.)\/$/, '');
    const prerendered = files.get(`${path === '/' ? '' : path}/index.html`);
    const page = prerendered ?? application;
    if (!page) {
      res.status(503).type('text').send('The pages are not built yet: npm run build');
      return;
    }
    const isSecret = isLink(path) || NEVER_CACHED.has(path);
    res.set('Cache-Control', isSecret ? 'no-store' : 'no-cache');
    if (isTrip(path)) res.set('Referrer-Policy', 'no-referrer');
    if (!isPublic.has(path)) res.set('X-Robots-Tag', 'noindex');
    res.status(prerendered || isPage(path) ? 200 : 404);
    if (isTrip(path) && textOf) {
      await sendWithText(res, page, await textOf(path));
      return;
    }
    await sendFile(req, res, page);
  });

  return routes;
}
