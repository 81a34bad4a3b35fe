import type { Page } from 'playwright/test';
import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { buildPdf } from './testing/apply.ts';
import { expectMails } from './testing/mailbox.ts';
import { openStaff, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

const noFaults = async (page: Parameters<typeof accessibilityFaults>[0]) =>
  expect(await accessibilityFaults(page)).toEqual([]);

/** Opens a file. A PDF is downloaded, not displayed. */
async function openFile(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name: new RegExp(`^Open ${name}`) }).first();
  const downloaded = page.waitForEvent('download');
  await link.click();
  expect((await downloaded).suggestedFilename()).toBe(name);
}

const CHECKS = [
  "Driver's license, held 3+ years",
  'Criminal check, 7 years',
  'Driving record, 3 years',
  'DOT certification',
  'Vehicle registration',
  'Personal auto insurance',
  'Vehicle inspection report',
  'Training, 2 hours',
];

test('staff check and approve an application, the driver is invited, and staff replace a document file', async ({
  browser,
}) => {
  const staff = await openStaff(browser);
  const email = `yolanda-${process.pid}-${Date.now()}@example.com`;
  const expiresOn = `${new Date().getUTCFullYear() + 2}-06-30`;
  const kinds = ['license', 'registration', 'insurance', 'dot-certification', 'inspection'];
  const uploaded = await staff.request.post('/api/driver-applications/files?name=license.pdf', {
    headers: { origin: siteUrl(), 'content-type': 'application/octet-stream' },
    data: buildPdf('license.pdf').buffer,
  });
  expect(uploaded.status()).toBe(201);
  const { file } = await uploaded.json();
  const sent = await staff.request.post('/api/driver-applications', {
    headers: { origin: siteUrl() },
    data: {
      name: 'Yolanda Price',
      dateOfBirth: '1988-05-14',
      phone: '(702) 555-0191',
      email,
      licenseState: 'NV',
      licenseSince: 2009,
      agreesToChecks: true,
      note: 'Six years of hotel transfers',
      vehicle: {
        rideType: 'lux-suv',
        paint: 'black',
        label: 'Cadillac Escalade',
        year: 2023,
        plate: `NV ${Date.now() % 1_000_000}`,
        seats: 6,
        wheelchairLift: false,
      },
      papers: kinds.map((kind) => ({
        kind,
        number: 'A 1004',
        expiresOn,
        file: kind === 'license' ? file : null,
      })),
    },
  });
  expect(sent.status()).toBe(200);

  await staff.goto('/ops/drivers');
  await staff
    .getByRole('link', { name: /Yolanda Price/ })
    .first()
    .click();
  await expect(staff.getByRole('heading', { name: 'Yolanda Price' })).toBeVisible();
  await expect(staff.getByText(/^Approve opens once license/)).toBeVisible();
  await expect(staff.getByText('No file')).not.toHaveCount(0);
  await openFile(staff, 'license.pdf');
  await noFaults(staff);
  for (const title of CHECKS) {
    await staff.getByRole('button', { name: `Enter result: ${title}` }).click();
    await staff.getByRole('textbox', { name: `Result or appointment: ${title}` }).fill('Clear');
    await staff.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(staff.getByRole('button', { name: `Change: ${title}` })).toBeVisible();
  }
  await staff.getByRole('button', { name: 'Approve' }).click();

  await expect(staff.getByText(/^Approved by Dana/)).toBeVisible();
  await noFaults(staff);
  const subjects = (await expectMails(({ to }) => to[0]?.address === email, 3)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([
    'We have your application',
    'You are approved to drive with Marquee',
    'Your invitation to drive with Marquee',
  ]);

  // The driver's documents contain the file now. Staff replace it with a better one.
  const { drivers } = await (await staff.request.get('/api/ops/drivers')).json();
  const { id } = drivers.find((driver: { email: string }) => driver.email === email);
  await staff.goto(`/ops/drivers/${id}`);
  await openFile(staff, 'license.pdf');
  await staff.getByRole('button', { name: 'Edit documents and hours' }).click();
  await staff
    .getByRole('group', { name: 'License' })
    .getByLabel('File', { exact: true })
    .setInputFiles(buildPdf('sharper.pdf'));
  await expect(staff.getByRole('link', { name: /^Open sharper\.pdf/ })).toBeVisible();
  await noFaults(staff);
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(staff.getByRole('dialog')).toHaveCount(0);
  await openFile(staff, 'sharper.pdf');
});
