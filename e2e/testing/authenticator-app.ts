import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright/test';
import { expect } from './test.ts';

/** Returns the code for this base32 secret now, or `later` half minutes from now. */
export const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });

/** Sets up an authenticator app on a page that offers it. Returns its secret and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  const secret = key.replaceAll(' ', '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCodes = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'I saved them' }).click();
  return { secret, recoveryCodes };
}
