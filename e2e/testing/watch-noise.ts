import type { Page } from 'playwright/test';

/** An empty picture, in place of the map's tiles: tests ask nobody outside. */
const TILE = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>';

/** What a page complains of from now on: errors of its console, what it throws, calls that fail or are refused. Empty is well. */
export async function watchNoise(page: Page): Promise<string[]> {
  const noise: string[] = [];
  await page.route(/tile\.openstreetmap\.org/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: TILE }),
  );
  page.on('console', (message) => {
    // How `openVisitor` keeps the demo from signing somebody in.
    if (message.location().url.endsWith('/api/session/demo')) return;
    if (message.type() === 'error') noise.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => noise.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A page that is left aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') noise.push(`${request.url()}: failed`);
  });
  return noise;
}
