import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright/test';
import { accessibilityFaults, COLOURS } from './testing/accessibility-faults.ts';
import { addPaper, fillAboutYou, fillVehicle, OTHER_PAPERS, soon } from './testing/apply.ts';
import { setUpApp } from './testing/authenticator-app.ts';
import { payByCard } from './testing/book.ts';
import { completeRide } from './testing/drive.ts';
import { expectMails } from './testing/mailbox.ts';
import { ownMarquee } from './testing/own-marquee.ts';
import { expect, test } from './testing/test.ts';
import { toggleTheme } from './testing/theme.ts';

// An installation without the demo data, which starts without staff, drivers and vehicles.
test.describe.configure({ mode: 'serial' });
test.setTimeout(240_000);

const marquee = ownMarquee([], { env: { DEMO_MODE: 'false' } });

const PASSWORD = 'a fleet of black sedans';
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function openWindow(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ baseURL: marquee.services.web, viewport });
  return context.newPage();
}

/** Returns the link in an email to an address. */
async function linkMailedTo(address: string, subject: RegExp, link: RegExp): Promise<string> {
  const [mail] = await expectMails(
    (each) => each.to[0]?.address === address && subject.test(each.subject),
    1,
    marquee.services.mail,
  );
  return link.exec(mail?.text ?? '')?.[0] ?? '';
}

const INVITATION = /https?:\/\/\S+\/invitation\/[\w-]+/;

async function choosePassword(page: Page, link: string, lands: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.waitForURL(lands);
}

/** Expects no accessibility faults in the current theme, and no colour faults in the other. */
async function expectNoFaults(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  await toggleTheme(page);
  expect(await accessibilityFaults(page, COLOURS)).toEqual([]);
}

/** Returns a local date and time in Las Vegas: a quarter of an hour at least 25 minutes from now. */
function soonInVegas(): { date: string; time: string } {
  const quarter = 15 * 60_000;
  const at = new Date(Math.ceil((Date.now() + 25 * 60_000) / quarter) * quarter);
  const text = at.toLocaleString('sv-SE', { timeZone: 'America/Los_Angeles' });
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

async function createAdmin(email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/on-services.mjs', 'server/create-admin.ts', email, 'Ada Lane'],
    { env: { ...process.env, DATA_DIR: marquee.dataDir } },
  );
  return stdout.trim();
}

async function addVehicle(admin: Page, kind: string, label: string, plate: string): Promise<void> {
  await admin.getByRole('button', { name: 'Add vehicle' }).first().click();
  const form = admin.getByRole('form', { name: 'Add a vehicle' });
  await form.getByLabel('Kind').selectOption(kind);
  await form.getByLabel('What riders look for').fill(label);
  await form.getByLabel('Plate').fill(plate);
  await form.getByLabel('Model year').fill('2023');
  await form.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(admin.getByRole('row', { name: plate })).toBeVisible();
}

/** Submits a whole application on a phone: three steps and five documents. */
async function applyToDrive(page: Page, email: string): Promise<void> {
  await page.goto('/drive/apply');
  await fillAboutYou(page, email);
  await page.getByRole('button', { name: 'Continue to your vehicle' }).click();
  await fillVehicle(page);
  await page.getByRole('button', { name: 'Continue to documents' }).click();
  await page.getByRole('button', { name: "Add Driver's license" }).click();
  await page.getByLabel('Expires').fill(soon);
  await page.getByRole('button', { name: "Done with Driver's license" }).click();
  for (const title of OTHER_PAPERS) await addPaper(page, title);
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { name: 'We have your application' })).toBeVisible();
}

async function approve(admin: Page, name: string): Promise<void> {
  await admin.goto('/ops/drivers');
  await admin
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  const enter = admin.getByRole('button', { name: /^Enter result: / });
  await expect(enter.first()).toBeVisible();
  for (let left = await enter.count(); left > 0; left -= 1) {
    await enter.first().click();
    await admin.getByRole('textbox', { name: /^Result or appointment: / }).fill('Clear');
    await admin.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(enter).toHaveCount(left - 1);
  }
  await admin.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText(/^Approved by Ada/)).toBeVisible();
}

async function setFightNight(admin: Page, date: string): Promise<void> {
  await admin.goto(`/ops/pricing/calendar?month=${date.slice(0, 7)}`);
  await admin.locator(`[data-day="${date}"]`).focus();
  await admin.keyboard.press('Enter');
  await admin.getByLabel('Name').fill('Title fight');
  await admin.getByRole('radio', { name: 'Fight night × 1.25' }).check();
  await admin.keyboard.press('Enter');
  await expect(admin.locator(`[data-day="${date}"]`)).toHaveAccessibleName(/Title fight/);
}

test('an empty installation can be set up from the first admin to a completed, paid ride with its payout', async ({
  browser,
}) => {
  const admin = await openWindow(browser, DESK);
  await choosePassword(admin, await createAdmin('ada@example.com'), '**/ops');
  await setUpApp(admin);

  await admin.goto('/ops/people');
  await admin.getByRole('button', { name: 'Invite someone' }).click();
  await admin.getByLabel('Name').fill('Dale Winter');
  await admin.getByLabel('Email address').fill('dale@example.com');
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  // Navigating away before this would abort the request.
  await expect(admin.getByRole('row').filter({ hasText: 'dale@example.com' })).toContainText(
    'Invited, until',
  );

  await admin.goto('/ops/vehicles');
  await addVehicle(admin, 'lux-sedan', 'Black Mercedes S 580', 'NV 101-SED');
  await addVehicle(admin, 'lux-suv', 'Black Cadillac Escalade', 'NV 102-SUV');

  const driver = await openWindow(browser, PHONE);
  await applyToDrive(driver, 'renee@example.com');
  await approve(admin, 'Renee Whitfield');
  await admin.goto('/ops/vehicles');
  await admin.getByRole('button', { name: 'Edit NV 101-SED' }).click();
  const edit = admin.getByRole('form', { name: 'Edit NV 101-SED' });
  await edit.getByText('Renee Whitfield').click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('row', { name: 'NV 101-SED' })).toContainText('Renee Whitfield');
  const pickup = soonInVegas();
  await setFightNight(admin, pickup.date);

  await choosePassword(
    driver,
    await linkMailedTo('renee@example.com', /invitation/, INVITATION),
    '**/driver',
  );
  await driver.getByRole('button', { name: 'Go on duty' }).click();
  await expect(driver.getByText(/^On duty/)).toBeVisible();

  const rider = await openWindow(browser, PHONE);
  await rider.goto('/sign-up');
  await rider.getByLabel('Full name').fill('Robin Rider');
  await rider.getByLabel('Email address').fill('robin@example.com');
  await rider.getByLabel('Phone number').fill('(702) 555-0101');
  await rider.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await rider.getByRole('button', { name: /Create account|Sign up/ }).click();
  await rider.waitForURL((url) => url.pathname !== '/sign-up');
  await rider.goto('/');
  await expect(rider.getByLabel('Full Name')).toHaveValue('Robin Rider');
  await rider.getByLabel('Pickup location').fill('Bellagio Hotel & Casino, 3600 S Las Vegas Blvd');
  await rider.getByLabel('Drop-off location').fill('Sphere, 255 Sands Ave');
  await rider.keyboard.press('Escape');
  await rider.getByLabel('Pickup Date').fill(pickup.date);
  await rider.getByLabel('Pickup Time').fill(pickup.time);
  await expect(rider.getByText('Title fight, fight night rate: base fare × 1.25')).toBeVisible();
  await rider.getByRole('button', { name: 'Request Ride' }).click();
  await rider.waitForURL('**/checkout?*');
  await payByCard(rider);
  await expect(rider.getByText('Payment Successful').first()).toBeVisible();

  const dispatcher = await openWindow(browser, DESK);
  await choosePassword(
    dispatcher,
    await linkMailedTo('dale@example.com', /invited|invitation/i, INVITATION),
    '**/ops',
  );
  await setUpApp(dispatcher);
  const row = dispatcher.getByRole('row').filter({ hasText: 'Robin Rider' });
  await expect(row).toContainText('Unassigned');
  await dispatcher.keyboard.press('j');
  await dispatcher.keyboard.press('a');
  await expect(dispatcher.getByRole('option').first()).toBeVisible();
  await dispatcher.keyboard.type('renee');
  await expect(dispatcher.getByRole('option', { selected: true })).toContainText('Renee');
  await dispatcher.keyboard.press('Enter');
  await expect(row).toContainText('Renee');
  await expectNoFaults(dispatcher);

  await driver.goto('/driver-rides');
  const job = driver.getByRole('article').filter({ hasText: 'Sphere' });
  await job.getByRole('button', { name: 'Start Ride' }).click();
  await expect(row).toContainText('In progress');
  await completeRide(driver, job, 3);
  await expect(row).toContainText('Completed');
  await expectNoFaults(driver);
  await rider.goto('/my-rides');
  await expect(rider.getByRole('listitem').filter({ hasText: 'Sphere' })).toContainText('Completed');

  // The page opens with the last completed week; the ride belongs to the current one.
  await admin.goto('/ops/payouts');
  await admin.getByRole('link', { name: 'Next week' }).click();
  await expect(admin.getByRole('row').filter({ hasText: 'Renee Whitfield' })).toContainText(/\$\d/);
  await expectNoFaults(admin);
  await dispatcher.setViewportSize(PHONE);
  await dispatcher.goto('/ops');
  await expect(dispatcher.getByText('Robin Rider').first()).toBeVisible();
  await expectNoFaults(dispatcher);
});
