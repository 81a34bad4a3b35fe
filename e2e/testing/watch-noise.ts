import type { Page } from 'playwright/test';

/** An empty image instead of map tiles, so that tests send no requests to the internet. */
const TILE = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>';

/**
 * Collects a page's problems from now on: console errors, exceptions, and failed or refused requests.
 *
 * @returns the list, which grows; empty if there are none
 */
export async function watchNoise(page: Page): Promise<string[]> {
  const noise: string[] = [];
  await page.route(/tile\.openstreetmap\.org/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: TILE }),
  );
  page.on('console', (message) => {
    // Caused by `openVisitor`, which disables the demo sign-in.
    if (message.location().url.endsWith('/api/session/demo')) return;
    if (message.type() === 'error') noise.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => noise.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') noise.push(`${request.url()}: failed`);
  });
  return noise;
}
