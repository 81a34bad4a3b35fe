import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright';
import { installedChromium } from '../../testing/installed-chromium.ts';

/** Starts the installed Chromium. */
export const launchChromium = (): Promise<Browser> => chromium.launch(installedChromium());

/** Opens a page in a new browser context and records its console errors. */
export async function openPage(browser: Browser): Promise<{ page: Page; consoleErrors: string[] }> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(10_000);
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    // Not an error: the browser logs every 4xx reply.
    const isRefusal = message.text().includes('status of 40');
    if (message.type() === 'error' && !isRefusal) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  return { page, consoleErrors };
}

/** Types a card valid until April 2039 into the form of a page. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('0439');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('89109');
}

/**
 * Serves `checkout-page.tsx` on a separate origin, with a content security policy that forbids inline scripts
 * and styles, like the product's.
 */
export async function serveCheckoutPage(simulatorUrl: string) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./checkout-page.tsx', import.meta.url))],
    bundle: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    format: 'iife',
    jsx: 'automatic',
    minify: true,
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const page = `<!doctype html><html lang="en"><title>Checkout</title><main><h1>Checkout</h1><div id="root"></div></main>
    <script src="${simulatorUrl}/v3/stripe.js"></script><script src="/page.js"></script></html>`;
  const policy = `default-src 'self'; script-src 'self' ${simulatorUrl}; connect-src 'self' ${simulatorUrl}`;

  const server = createServer((req, res) => {
    const isScript = req.url === '/page.js';
    res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    res.setHeader('content-security-policy', policy);
    res.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
