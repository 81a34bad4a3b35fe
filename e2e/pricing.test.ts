import { fillBookingForm, plainDay } from './testing/book.ts';
import { openStaff, openVisitor } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

/**
 * Returns a Tuesday that no other test books on, `weeks` plus two months ahead. It is a standard day until
 * a test raises it.
 */
const farTuesday = (weeks = 0): string => plainDay('tuesday', 60 + 7 * weeks);

test('an admin adds a fight night by keyboard, and the booking form uses its rate until it is removed', async ({
  browser,
}) => {
  const day = farTuesday();
  const name = `Title fight ${process.pid}`;
  const admin = await openStaff(browser, 'admin');
  await admin.goto(`/ops/pricing/calendar?month=${day.slice(0, 7)}`);

  await admin.locator(`[data-day="${day.slice(0, 7)}-01"]`).focus();
  for (let date = 1; date < Number(day.slice(8)); date += 1) await admin.keyboard.press('ArrowRight');
  await expect(admin.locator(`[data-day="${day}"]`)).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(admin.getByLabel('Name')).toBeFocused();
  await admin.keyboard.type(name);
  await admin.getByRole('radio', { name: 'Fight night × 1.25' }).check();
  await admin.keyboard.press('Enter');
  await expect(admin.locator(`[data-day="${day}"]`)).toHaveAccessibleName(new RegExp(`× 1.25, ${name}`));

  const visitor = await openVisitor(browser);
  await visitor.goto('/');
  await fillBookingForm(visitor, { dropoff: 'Sphere' });
  await visitor.getByLabel('Pickup Date').fill(day);
  await expect(visitor.getByText(`${name}, fight night rate: base fare × 1.25`)).toBeVisible();

  await admin
    .getByRole('gridcell')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await admin.getByRole('button', { name: 'Remove it' }).click();
  await expect(admin.locator(`[data-day="${day}"]`)).not.toHaveAccessibleName(new RegExp(name));
  await visitor.reload();
  await visitor.getByLabel('Pickup Date').fill(day);
  await expect(
    visitor.getByText(new RegExp(`^Tue ${Number(day.slice(8))} .*\\. Standard rate$`)),
  ).toBeVisible();
});

test('the pricing page tells a dispatcher that it is for admins', async ({ browser }) => {
  const dispatcher = await openStaff(browser, 'dispatcher');
  await dispatcher.goto('/ops/pricing/calendar');
  await expect(dispatcher.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
});

test('an admin adds a promo code, a visitor gets its discount, and the admin ends it today', async ({
  browser,
}) => {
  const code = `E2E-${process.pid}-${Date.now() % 10_000}`;
  const admin = await openStaff(browser, 'admin');
  await admin.goto('/ops/codes');
  await admin.getByRole('button', { name: 'New code' }).click();
  const panel = admin.getByRole('dialog', { name: 'New code' });
  await expect(panel.getByLabel('Code')).toBeFocused();
  await panel.getByLabel('Code').fill(code);
  await panel.getByLabel('Title').fill('For this test');
  await panel.getByRole('textbox', { name: 'Percent' }).fill('10');
  await panel.getByLabel('For each rider').fill('1');
  await expect(panel.getByText('10% off rides, once for each rider.')).toBeVisible();
  await panel.getByRole('button', { name: 'Add code' }).click();
  const row = admin.getByRole('row').filter({ hasText: code });
  await expect(row).toContainText('Live');

  const visitor = await openVisitor(browser);
  await visitor.goto('/');
  await fillBookingForm(visitor, { dropoff: 'Sphere' });
  await visitor.getByText('Have a promo code or gift card?').click();
  await visitor.getByRole('textbox', { name: 'Promo code' }).fill(code);
  await visitor.getByRole('button', { name: 'Apply promo' }).click();
  await expect(visitor.getByText('You save $23.36')).toBeVisible();

  await row.getByRole('button', { name: code }).click();
  await admin.getByRole('button', { name: 'End it today' }).click();
  await expect(row).toContainText('Live, ends today');
});
