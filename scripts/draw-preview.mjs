// Draws web/public/preview.jpg, the preview image for links to the site, 1200 × 630: the scene of the built
// home page. Run this after the scene has changed.
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';
import { ensureProgram, ROOT, run } from './setup.mjs';

const SITE = join(ROOT, 'dist/web');
const PICTURE = join(ROOT, 'web/public/preview.jpg');
const SIZE = { width: 1200, height: 630 };
const ORIGIN = 'http://preview.test';
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };

/** Reduces the page to the scene below the brand name. */
const ALONE = `
  header, footer, .hero-text > :not(h1, h1 + p), .hero-scene ~ * { display: none !important; }
  .hero-scene { min-height: ${SIZE.height}px !important; height: ${SIZE.height}px; }
  .hero-text { padding-top: 52px !important; }
  .hero-text::before { content: 'Marquee'; font: 400 40px 'Instrument Serif'; color: var(--gold-ink); }
  .hero-road { visibility: hidden; height: 36px; min-height: 0 !important; padding: 0 !important; overflow: clip; }
`;

run(process.execPath, ['scripts/build.mjs']);
const executablePath = process.env.CHROMIUM ?? ensureProgram('chromium', 'chromium');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: SIZE, javaScriptEnabled: false });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(SITE, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file)) return route.abort();
    const body = readFileSync(file);
    const isPage = extname(file) === '.html';
    await route.fulfill({
      body: isPage ? body.toString().replace('</head>', `<style>${ALONE}</style></head>`) : body,
      contentType: TYPES[extname(file)],
    });
  });
  await page.goto(`${ORIGIN}/`, { waitUntil: 'load' });
  await page.screenshot({ path: PICTURE, type: 'jpeg', quality: 86, animations: 'disabled' });
} finally {
  await browser.close();
}
