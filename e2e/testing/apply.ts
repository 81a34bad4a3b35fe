import type { Page } from 'playwright/test';

/** Expiry dates of documents: in two years, and a year ago. */
export const soon = `${new Date().getUTCFullYear() + 2}-06-30`;
export const past = `${new Date().getUTCFullYear() - 1}-06-30`;

/** The documents that an application requires besides the license. */
export const OTHER_PAPERS = [
  'Vehicle registration',
  'Personal auto insurance',
  'DOT certification',
  'Vehicle inspection report',
];

/** Fills in the first step of an application to drive. */
export async function fillAboutYou(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill('Renee Whitfield');
  await page.getByLabel('Date of birth').fill('1989-03-04');
  await page.getByLabel('Phone').fill('(702) 555-0162');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel("Driver's license").fill('1706 4421');
  await page.getByLabel('Held since').fill('2009');
  await page.getByLabel(/^I agree to the background check/).check();
}

/** Fills in the second step: the applicant's own vehicle. */
export async function fillVehicle(page: Page): Promise<void> {
  await page.getByLabel('Category').selectOption('hummer-18');
  await page.getByRole('radio', { name: 'green' }).check();
  await page.getByLabel('Make and model').fill('Hummer H2, stretched');
  await page.getByLabel('Year', { exact: true }).fill('2021');
  await page.getByLabel('License plate').fill('NV 48K 217');
  await page.getByLabel('Seats').fill('18');
}

/** Adds one document in the third step. */
export async function addPaper(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${title}` }).click();
  const number = page.getByLabel('Number');
  if ((await number.inputValue()) === '') await number.fill('A 100 4');
  await page.getByLabel('Expires').fill(soon);
  await page.getByRole('button', { name: `Done with ${title}` }).click();
}

/** Builds an upload of 300,000 bytes that begins like a PDF. */
export const buildPdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(299_991, 'x')]),
});
