import { accessibilityFaults, COLOURS, WCAG } from './testing/accessibility-faults.ts';
import { bookRide, payByCard } from './testing/book.ts';
import { openRider, openStaff } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { toggleTheme } from './testing/theme.ts';

test('the board shows a new ride and its payment live, filters rides, and opens one by keyboard', async ({
  browser,
}) => {
  const board = await openStaff(browser, 'dispatcher');
  await board.setViewportSize({ width: 1440, height: 900 });
  await board.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await board.goto('/ops');
  await expect(board.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();

  const rider = await openRider(browser);
  const dropoff = await bookRide(rider);
  // Other tests book rides too, so the board is filtered for this one.
  await board.getByLabel('Search rides').fill(dropoff);
  const row = board.getByRole('row').filter({ hasText: dropoff });
  await expect(row).toContainText('Awaiting payment');
  await payByCard(rider);
  await expect(row).toContainText('Requested');
  await expect(row).toContainText('Unassigned');

  await board.getByRole('button', { name: 'Vehicle', exact: true }).click();
  await board.getByRole('checkbox', { name: 'Hummer 18' }).check();
  await expect(board.getByRole('heading', { name: 'No ride fits' })).toBeVisible();
  expect(new URL(board.url()).searchParams.get('vehicle')).toBe('hummer-18');
  await board.getByRole('button', { name: 'Clear vehicle' }).click();
  await expect(row).toBeVisible();

  await board.getByRole('heading', { level: 1 }).click();
  await board.keyboard.press('j');
  await expect(row).toBeFocused();
  for (const rules of [WCAG, COLOURS]) {
    if (rules === COLOURS) await toggleTheme(board);
    expect(await accessibilityFaults(board, rules)).toEqual([]);
  }
  await row.focus();
  await board.keyboard.press('Enter');
  const drawer = board.getByRole('dialog');
  await expect(drawer).toContainText(dropoff);
  expect(await accessibilityFaults(board)).toEqual([]);
  await board.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(row).toBeFocused();
});

for (const width of [700, 820, 1440]) {
  test(`at ${width} px the placeholder of the board search fits into its field`, async ({ browser }) => {
    const board = await openStaff(browser, 'dispatcher');
    await board.setViewportSize({ width, height: 900 });
    await board.goto('/ops');
    const search = board.getByLabel('Search rides');
    // Only once its text is visible is there a font to wait for.
    await expect(search).toBeVisible();
    await board.evaluate(() => document.fonts.ready);
    const [room, words] = await search.evaluate((field: HTMLInputElement) => {
      const context = document.createElement('canvas').getContext('2d');
      if (context) context.font = getComputedStyle(field).font;
      // The width of the placeholder excludes the space that the browser reserves for its own button.
      const { width } = getComputedStyle(field, '::placeholder');
      return [Number.parseFloat(width), context?.measureText(field.placeholder).width];
    });
    expect(room).toBeGreaterThanOrEqual(words ?? Number.POSITIVE_INFINITY);
  });
}
