import { openStaff } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

for (const width of [320, 1280, 1440]) {
  test(`the header of the console fits into ${width} px, also with a count at a page`, async ({
    browser,
  }) => {
    const page = await openStaff(browser);
    await page.route('**/api/ops/inbox/count', (route) => route.fulfill({ json: { open: 88 } }));
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/ops/day');

    await expect(page.getByRole('navigation', { name: 'Console' }).getByText('88')).toBeVisible();
    const header = page.getByRole('banner');
    expect(await header.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
  });
}
