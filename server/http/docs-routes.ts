import { type RequestHandler, Router } from 'express';
import type { AsyncApi } from './build-async-api.ts';
import type { OpenApi } from './build-open-api.ts';
import { DOCS_STYLES, renderDocs } from './docs-page.ts';

interface DocsOptions {
  openApi: OpenApi;
  asyncApi: AsyncApi;
  /** What lets those pass who may read it; nothing where that is everybody. */
  gate: readonly RequestHandler[];
}

/** Documents the API: `/api/openapi.json` and `/api/asyncapi.json` for programs, `/api/docs` for people. */
export function createDocsRoutes({ openApi, asyncApi, gate }: DocsOptions): Router {
  const routes = Router();
  if (gate.length > 0) routes.use(['/openapi.json', '/asyncapi.json', '/docs', '/docs.css'], ...gate);
  const page = renderDocs(openApi, asyncApi);

  routes.get('/openapi.json', (_req, res) => {
    res.json(openApi);
  });

  routes.get('/asyncapi.json', (_req, res) => {
    res.json(asyncApi);
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
