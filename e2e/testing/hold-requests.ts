import type { Page, Route } from 'playwright/test';

/**
 * Holds a page's requests to an address back.
 *
 * @param goOn what becomes of them once they are let go: without it they are sent
 * @returns lets them go, and those that come later
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
