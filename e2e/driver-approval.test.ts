import { accessibilityFaults } from './testing/accessibility-faults.ts';
import { expectMails } from './testing/mailbox.ts';
import { openStaff, siteUrl } from './testing/people.ts';
import { expect, test } from './testing/test.ts';

const noFaults = async (page: Parameters<typeof accessibilityFaults>[0]) =>
  expect(await accessibilityFaults(page)).toEqual([]);

const CHECKS = [
  "Driver's license, held 3+ years",
  'Criminal check, 7 years',
  'Driving record, 3 years',
  'DOT certification',
  'Vehicle registration',
  'Personal auto insurance',
  'Vehicle inspection',
  'Training, 2 hours',
];

test('the staff check an application, approve it, and the driver is invited', async ({ browser }) => {
  const staff = await openStaff(browser);
  const email = `yolanda-${process.pid}-${Date.now()}@example.com`;
  const expiresOn = `${new Date().getUTCFullYear() + 2}-06-30`;
  const kinds = ['license', 'registration', 'insurance', 'dot-certification', 'inspection'];
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
      papers: kinds.map((kind) => ({ kind, number: 'A 1004', expiresOn })),
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
});
