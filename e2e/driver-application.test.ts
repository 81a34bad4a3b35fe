import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { addPaper, buildPdf, fillAboutYou, fillVehicle, OTHER_PAPERS, past, soon } from './testing/apply.ts';
import { expectMails } from './testing/mailbox.ts';
import { openStaff, openVisitor, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';
import { toggleTheme } from './testing/theme.ts';

const WIDTHS = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
];

const yearsAgo = (years: number): number => new Date().getUTCFullYear() - years;

const newApplicant = (name: string) => `renee-${name}-${process.pid}-${Date.now()}@example.com`;

const next = (page: Page, name: string) => page.getByRole('button', { name }).click();

const noFaults = async (page: Page) => expect(await accessibilityFaults(page)).toEqual([]);

/** Expects that nothing is wider than the window. */
const fits = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0);

for (const { name, ...viewport } of WIDTHS) {
  test(`an applicant applies in three steps, is asked for a document, and answers by the emailed link (${name})`, async ({
    browser,
  }) => {
    const page = await openVisitor(browser);
    await page.setViewportSize(viewport);
    const email = newApplicant(name);
    await page.goto('/drive');
    await page.getByRole('link', { name: 'Apply to drive' }).first().click();
    await expect(page.getByRole('heading', { name: 'Become a driver' })).toBeVisible();

    // Invalid values are reported while typing, missing ones at the first attempt to continue.
    await page.getByLabel('Date of birth').fill(`${yearsAgo(20)}-01-01`);
    await expect(page.getByText('Drivers must be 21 or older')).toBeVisible();
    await next(page, 'Continue to your vehicle');
    await expect(page.getByLabel('Full name')).toBeFocused();
    await noFaults(page);
    await fillAboutYou(page, email);
    await fits(page);
    await next(page, 'Continue to your vehicle');

    await fillVehicle(page);
    await page.getByLabel('Year', { exact: true }).fill('2016');
    await expect(page.getByText('Vehicles must be 2018 or newer')).toBeVisible();
    await page.getByLabel('Year', { exact: true }).fill('2021');
    await fits(page);
    await noFaults(page);

    // The form is saved while typing.
    await page.reload();
    await expect(page.getByLabel('Make and model')).toHaveValue('Hummer H2, stretched');
    await next(page, 'Continue to documents');

    await page.getByRole('button', { name: "Add Driver's license" }).click();
    await page.getByLabel('Expires').fill(past);
    await expect(page.getByText(/^Expired on .* Add the new one\.$/)).toBeVisible();
    await page.getByLabel('Expires').fill(soon);
    await page.getByRole('button', { name: "Done with Driver's license" }).click();
    await page.getByRole('button', { name: "Change Driver's license" }).click();
    const file = page.getByLabel('Photo or PDF', { exact: true });
    await file.setInputFiles({
      name: 'license.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<html>'),
    });
    await expect(page.getByRole('alert')).toHaveText('Please choose a PDF or a photo (JPEG, PNG or HEIC).');
    await noFaults(page);
    await file.setInputFiles(buildPdf('license.pdf'));
    await expect(page.getByRole('button', { name: 'Remove license.pdf' })).toBeVisible();
    await noFaults(page);
    // The file is saved too.
    await page.reload();
    await expect(page.getByText(/^license\.pdf, 29[0-9] KB$/)).toBeVisible();
    for (const title of OTHER_PAPERS) await addPaper(page, title);
    await fits(page);
    await noFaults(page);
    await next(page, 'Send application');

    await expect(page.getByRole('heading', { name: 'We have your application' })).toBeVisible();
    await noFaults(page);
    expect(await page.evaluate(() => localStorage.getItem('driver-application'))).toBeNull();
    const [mail] = await expectMails(
      ({ to, subject }) => to[0]?.address === email && subject.startsWith('We have'),
    );
    const link = /\/drive\/application\/(da_[0-9a-f]{32})/.exec(mail?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByText(/^Application [0-9A-F]{6}, sent/)).toBeVisible();
    await fits(page);
    await noFaults(page);

    await askForInsurance(await openStaff(browser), email);
    await expectMails(
      ({ to, subject }) => to[0]?.address === email && subject.startsWith('We need one more thing'),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'We need one more thing' })).toBeVisible();
    await toggleTheme(page);
    await noFaults(page);
    await page.getByLabel('Number').fill('NEW 77');
    await page.getByLabel('Expires').fill(soon);
    await page.getByLabel('Your answer').fill('Here is the new one.');
    await page.getByLabel('Photo or PDF', { exact: true }).setInputFiles(buildPdf('insurance.pdf'));
    await expect(page.getByText('insurance.pdf', { exact: false }).first()).toBeVisible();
    await fits(page);
    await noFaults(page);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByRole('heading', { name: 'We have your application' })).toBeVisible();
    await page.getByText('See what you sent').click();
    await expect(page.getByText(/, insurance\.pdf$/)).toBeVisible();
    await expect(page.getByText(/, license\.pdf$/)).toBeVisible();
  });
}

/** Asks for a new insurance document, by the calls that the console makes. */
async function askForInsurance(staff: Page, email: string): Promise<void> {
  const headers = { origin: siteUrl() };
  const list = await (await staff.request.get('/api/ops/driver-applications?status=received')).json();
  for (const { id } of list.applications) {
    const application = await (await staff.request.get(`/api/ops/driver-applications/${id}`)).json();
    if (application.email !== email) continue;
    const reply = await staff.request.post(`/api/ops/driver-applications/${id}/ask`, {
      headers,
      data: { version: application.version, message: "The number can't be read.", paper: 'insurance' },
    });
    expect(reply.status()).toBe(200);
    return;
  }
  throw new Error(`no application of ${email}`);
}
