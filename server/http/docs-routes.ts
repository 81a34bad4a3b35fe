import { Router } from 'express';
import type { OpenApi } from './build-open-api.ts';
import { DOCS_STYLES, renderDocs } from './docs-page.ts';

/** Tells the API: `/api/openapi.json` to programs, `/api/docs` to people. */
export function createDocsRoutes(openApi: OpenApi): Router {
  const routes = Router();
  const page = renderDocs(openApi);

  routes.get('/openapi.json', (_req, res) => {
    res.json(openApi);
  });

  routes.get('/docs', (_req, res) => {
    const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
    res.set('Content-Security-Policy', policy).type('html').send(page);
  });

  routes.get('/docs.css', (_req, res) => {
    res.type('css').send(DOCS_STYLES);
  });

  return routes;
}
