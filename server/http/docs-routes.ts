import { type RequestHandler, Router } from 'express';
import type { AsyncApi } from './build-async-api.ts';
import type { OpenApi } from './build-open-api.ts';
import { DOCS_STYLES, renderDocs } from './docs-page.ts';

/** The machine-readable API documents. */
interface ApiDocuments {
  openApi: OpenApi;
  asyncApi: AsyncApi;
}

interface DocsOptions {
  /** Called on the first request: it takes a tenth of the startup time, and most servers never need it. */
  build: () => ApiDocuments;
  /** Middleware that authorizes readers; empty when the documentation is public. */
  gate: readonly RequestHandler[];
}

/** Serves the API documentation: `openapi.json` and `asyncapi.json` for programs, `docs` for people. */
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
