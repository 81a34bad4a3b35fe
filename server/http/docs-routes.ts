import { type RequestHandler, Router } from 'express';
import type { AsyncApi } from './build-async-api.ts';
import type { OpenApi } from './build-open-api.ts';
import { DOCS_STYLES, renderDocs } from './docs-page.ts';

/** The API as it is described to programs. */
interface ApiDocuments {
  openApi: OpenApi;
  asyncApi: AsyncApi;
}

interface DocsOptions {
  /** Called once, for the first reader: it takes a tenth of what a server takes to start, and most servers have no reader. */
  build: () => ApiDocuments;
  /** What lets those pass who may read it; nothing where that is everybody. */
  gate: readonly RequestHandler[];
}

/** Documents the API: `/api/openapi.json` and `/api/asyncapi.json` for programs, `/api/docs` for people. */
export function createDocsRoutes({ build, gate }: DocsOptions): Router {
  const routes = Router();
  if (gate.length > 0) routes.use(['/openapi.json', '/asyncapi.json', '/docs', '/docs.css'], ...gate);
  let built: ApiDocuments | null = null;
  const documents = (): ApiDocuments => {
    built ??= build();
    return built;
  };

  routes.get('/openapi.json', (_req, res) => {
    res.json(documents().openApi);
  });

  routes.get('/asyncapi.json', (_req, res) => {
    res.json(documents().asyncApi);
  });

  routes.get('/docs', (_req, res) => {
    const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
    const { openApi, asyncApi } = documents();
    res.set('Content-Security-Policy', policy).type('html').send(renderDocs(openApi, asyncApi));
  });

  routes.get('/docs.css', (_req, res) => {
    res.type('css').send(DOCS_STYLES);
  });

  return routes;
}
