import { type Request, type Response, Router } from 'express';
import { PAGE_PATHS, PUBLIC_PATHS } from '#common/pages.ts';
import { env } from '../env.ts';
import { createPageHeaders } from './page-headers.ts';
import { readWebFiles, type WebFile } from './read-web-files.ts';

const isPage: ReadonlySet<string> = new Set(PAGE_PATHS);
const isPublic: ReadonlySet<string> = new Set(PUBLIC_PATHS);

/** Their addresses may carry a payment's secret; nothing of them is to be kept. */
const SECRETIVE = new Set(['/checkout', '/my-rides']);

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

/**
 * Serves the built site. Files named by their content are kept by browsers for a year, everything else is asked for again each time. A path
 * without a file gets its own prerendered page, else the bare application (`app.html`), with status 404 if it has no such page.
 */
export function createPageRoutes(webDirectory: string): Router {
  const files = readWebFiles(webDirectory, new URL(env.PUBLIC_URL).origin);
  const application = files.get('/app.html');
  const pages = [...files].filter(([path]) => path.endsWith('.html')).map(([, file]) => file.body.toString());
  const routes = Router();

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
    res.set('Cache-Control', SECRETIVE.has(path) ? 'no-store' : 'no-cache');
    if (!isPublic.has(path)) res.set('X-Robots-Tag', 'noindex');
    res.status(prerendered || isPage.has(path) ? 200 : 404);
    await sendFile(req, res, page);
  });

  return routes;
}
