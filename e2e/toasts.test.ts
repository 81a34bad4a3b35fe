import { bookRide, payByCard } from './testing/book.ts';
import { openRider, openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a new toast replaces the one shown before', async ({ browser }) => {
  const page = await openVisitor(browser);
  const toasts = page.locator('[data-sonner-toast]');
  const request = page.getByRole('button', { name: 'Request Ride' });

  await page.goto('/');
  await request.click();
  await expect(toasts).toHaveText(/Contact information required/);

  await page.getByLabel('Full Name').fill('Robin Rider');
  await page.getByLabel('Email Address').fill('robin@nowhere');
  await page.getByLabel('Phone Number').fill('(702) 555-0101');
  await request.click();
  await expect(toasts.filter({ hasText: 'Invalid email' })).toBeVisible();
  await expect(toasts).toHaveCount(1);
});

test('on a phone a toast shows above an open dialog, not over its buttons', async ({ browser }) => {
  const page = await openVisitor(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/gift-cards');
  await page.getByRole('button', { name: 'Select the $50 card' }).click();
  const purchase = page.getByRole('button', { name: 'Purchase Gift Card' });
  await purchase.click();

  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toContainText('Missing Information');
  const toastBox = await page.getByText('Missing Information').boundingBox();
  const dialogBox = await page.getByRole('dialog').boundingBox();
  expect(toastBox?.y).toBeLessThan(dialogBox?.y ?? 0);
});

test('the toast after a declined card does not cover Complete Payment on a phone, tablet or desktop', async ({
  browser,
}) => {
  const page = await openRider(browser);
  await bookRide(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await page.reload();
    await payByCard(page, '4000 0000 0000 0002');
    const toast = page.locator('[data-sonner-toast][data-visible=true]');
    await expect(toast).toContainText('Payment Failed');
    // The toast stays while the pointer is on it.
    await toast.hover();
    // A toast that covers the button would receive the press. `trial` checks without pressing.
    await page.getByRole('button', { name: 'Complete Payment' }).click({ trial: true });
    await expect(toast).toBeVisible();
  }
});
