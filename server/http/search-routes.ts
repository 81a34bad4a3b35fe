import { Router } from 'express';
import { PUBLIC_PATHS } from '#common/pages.ts';
import { env } from '../env.ts';

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

/** What search engines ask for first: robots.txt and sitemap.xml, with the addresses of PUBLIC_URL. */
export const searchRoutes = Router();

searchRoutes.get('/robots.txt', (_req, res) => {
  res.type('text').send(ROBOTS);
});

searchRoutes.get('/sitemap.xml', (_req, res) => {
  res.type('application/xml').send(SITEMAP);
});
