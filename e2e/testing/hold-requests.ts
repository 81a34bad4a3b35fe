import type { Page, Route } from 'playwright/test';

/**
 * Blocks a page's requests to a URL pattern.
 *
 * @param goOn handles the blocked requests once they are released; by default, they are sent
 * @returns a function that releases them and lets later ones through
 */
export async function holdRequests(
  page: Page,
  address: string,
  goOn = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await goOn(route);
  });
  return letGo;
}
